/**
 * The data that window tests start with, as rows of a local service: realistic names, readable ids,
 * and every status at least once. A test changes these rows with `seed` before its backend starts.
 */
import type { Database, SqlValue } from "../../main/common/database/database";

const minute = 60_000;
/** Milliseconds since 1970, this many minutes before now. */
export const minutesAgo = (minutes: number) => Date.now() - minutes * minute;
/**
 * Rows that are created at the same time are sorted by their ids, so the rows of a test have one
 * time.
 */
const createdAt = minutesAgo(5_000);

/** Inserts one row; the keys are the columns. */
export function insert(db: Database, table: string, row: Record<string, SqlValue>): void {
  const columns = Object.keys(row);
  db.run(
    `INSERT INTO ${table} (${columns.join()}) VALUES (${columns.map(() => "?").join()})`,
    ...Object.values(row),
  );
}

export interface ProjectSeed {
  id: string;
  name: string;
  type?: string;
  status?: string;
  languages?: readonly string[];
  updatedAt?: number;
}

export function addProject(db: Database, project: ProjectSeed): void {
  const { id, name, type = "media-dubbing", status = "active", languages = ["de-de"] } = project;
  const updatedAt = project.updatedAt ?? minutesAgo(90);
  insert(db, "projects", {
    id,
    name,
    status,
    type,
    model: "local-basic",
    source_language: type === "audio-production" ? null : "fr-fr",
    created_at: Math.min(createdAt, updatedAt),
    updated_at: updatedAt,
  });
  languages.forEach((language_id, position) =>
    insert(db, "project_languages", { project_id: id, position, language_id }),
  );
}

export interface BatchSeed {
  id: string;
  name: string;
  projectId?: string;
  status?: string;
  note?: string;
  /** Language and status; the first one is the source. */
  translations?: readonly (readonly [language: string, status: string])[];
  /** Ids of characters of the project. */
  characters?: readonly string[];
  uncast?: number;
  updatedAt?: number;
}

export function addBatch(db: Database, batch: BatchSeed): void {
  const { id, name, projectId = "home", status = "inferring", note = "", uncast = 0 } = batch;
  const { characters = ["anna", "bruno"], updatedAt = minutesAgo(3) } = batch;
  const translations = batch.translations ?? [
    ["fr-fr", "inferring"],
    ["de-de", "pending"],
  ];
  insert(db, "batches", {
    id,
    project_id: projectId,
    name,
    status,
    note,
    character_count: characters.length,
    uncast_count: uncast,
    settings: "{}",
    created_at: createdAt,
    updated_at: updatedAt,
  });
  translations.forEach(([language_id, languageStatus], position) =>
    insert(db, "translations", {
      batch_id: id,
      position,
      language_id,
      type: position === 0 ? "source" : "target",
      status: languageStatus,
    }),
  );
  for (const character_id of characters)
    insert(db, "batch_characters", { batch_id: id, character_id });
}

/** Adds this many lines to a batch: "Ligne 1" in French, "Zeile 1" in German. */
export function addLines(db: Database, batchId: string, count: number): void {
  db.transaction(() => {
    for (let number = 1; number <= count; number++) {
      insert(db, "lines", {
        batch_id: batchId,
        number,
        line_id: String(number),
        character_id: number % 2 === 0 ? "anna" : "bruno",
        source_audio: "",
        emotion: number % 4 === 0 ? "joy" : "",
        intensity: "",
        start_ms: number * 2500,
        end_ms: number * 2500 + 2100,
      });
      const texts = { "fr-fr": `Ligne ${number}`, "de-de": `Zeile ${number}` };
      for (const [language_id, text] of Object.entries(texts))
        insert(db, "line_texts", { batch_id: batchId, number, language_id, text });
    }
  });
}

/** Adds a character; `voice` is the name of a voice of the local workspace. */
export function addCharacter(
  db: Database,
  projectId: string,
  id: string,
  name: string,
  voice: string | null,
): void {
  insert(db, "characters", {
    id,
    project_id: projectId,
    name,
    folded: name.toLowerCase(),
    voice,
    created_at: createdAt,
    updated_at: minutesAgo(40),
  });
}

export function addUser(
  db: Database,
  [id, first_name, last_name, email]: readonly [string, string, string, string],
): void {
  insert(db, "users", {
    id,
    first_name,
    last_name,
    email,
    folded_email: email.toLowerCase(),
    created_at: createdAt,
  });
}

export interface GlossarySeed {
  id: string;
  word: string;
  languageId: string;
  phonemization?: string;
  pronounceAs?: string;
  isCaseSensitive?: boolean;
  updatedAt?: number;
}

export function addGlossaryLine(db: Database, projectId: string, line: GlossarySeed): void {
  const { id, word, languageId, phonemization = "", pronounceAs = "" } = line;
  insert(db, "glossary", {
    id,
    project_id: projectId,
    word,
    language_id: languageId,
    phonemization,
    phonemization_language_id: phonemization === "" ? "" : languageId,
    pronunciation_language_id: pronounceAs === "" ? "" : languageId,
    pronounce_as: pronounceAs,
    case_sensitive: line.isCaseSensitive ? 1 : 0,
    created_at: createdAt,
    updated_at: line.updatedAt ?? minutesAgo(50),
  });
}

/** Rows of the gallery. The service lists them; their bytes are missing. */
export function addGalleryFiles(db: Database, paths: Iterable<string>): void {
  for (const path of paths)
    insert(db, "files", {
      path,
      location: `media/${path}`,
      folded: path.toLowerCase(),
      size: 9_700_000,
      etag: "0",
      content_type: path.endsWith(".wav") ? "audio/wav" : "video/quicktime",
    });
}

/** The paths of two seasons in the gallery, in the order of a listing. */
function someGallery(): string[] {
  const paths: string[] = ["trailer_final_v3.mov"];
  for (const season of [1, 2])
    for (let episode = 1; episode <= 10; episode++) {
      const number = String(episode).padStart(2, "0");
      const folder = `season-${season}/episode-${number}/`;
      paths.push(`${folder}S0${season}E${number}_conform.mov`);
      paths.push(`${folder}stems/dialogue.wav`, `${folder}stems/music_and_effects.wav`);
    }
  return paths.sort();
}

/** Fills the database of a new local service. */
export function seedService(db: Database): void {
  db.transaction(() => {
    seedProjects(db);
    seedCharacters(db);
    seedUsers(db);
    seedBatches(db);
    seedGlossary(db);
    addGalleryFiles(db, someGallery());
  });
}

function seedProjects(db: Database): void {
  addProject(db, { id: "home", name: "The Long Way Home · season 2", updatedAt: minutesAgo(90) });
  addProject(db, {
    id: "trailers",
    name: "Trailers",
    type: "line-dubbing",
    updatedAt: minutesAgo(10),
  });
  addProject(db, {
    id: "audiobook",
    name: "Die unwahrscheinliche Pilgerreise des Harold Fry: ungekürzte Hörbuchfassung",
    type: "audio-production",
    updatedAt: minutesAgo(4000),
  });
  addProject(db, {
    id: "old",
    name: "Pilot 2024",
    status: "archived",
    updatedAt: minutesAgo(200_000),
  });
}

function seedCharacters(db: Database): void {
  addCharacter(db, "home", "anna", "Anna", "Annika");
  addCharacter(db, "home", "bruno", "Bruno", "Dieter");
  addCharacter(db, "home", "master", "The Harbour Master of Saint-Jean-Cap-Ferrat", null);
  addCharacter(db, "home", "child", "Child 1", null);
  addCharacter(db, "home", "narrator", "Narrator", "Amélie");
  addCharacter(db, "trailers", "trailer-anna", "Anna", "Annika");
  addCharacter(db, "trailers", "trailer-bruno", "Bruno", "Dieter");
}

function seedUsers(db: Database): void {
  addUser(db, ["u1", "Mara", "Lindqvist", "mara@northlight.example"]);
  addUser(db, ["u2", "Tomás", "Herrera", "tomas@northlight.example"]);
  addUser(db, ["u3", "Aiko", "Tanaka", "aiko@northlight.example"]);
  addUser(db, ["u4", "Jean-Baptiste", "de La Rochefoucauld", "jb@studio.example"]);
  const roles = ["project-owner", "project-manager", "project-editor"];
  roles.forEach((role, index) =>
    insert(db, "team", { project_id: "home", user_id: `u${index + 1}`, role }),
  );
}

function seedBatches(db: Database): void {
  addBatch(db, {
    id: "ep4",
    name: "Ep 4 · The Long Way Home",
    translations: [
      ["fr-fr", "completed"],
      ["de-de", "inferring"],
    ],
  });
  insert(db, "dubs", {
    batch_id: "ep4",
    language_id: "de-de",
    state: "making",
    requested_at: minutesAgo(4),
    planned: 4,
    made: 2,
  });
  addBatch(db, {
    id: "ep5",
    name: "Ep 5 · Überfahrt",
    status: "casting",
    characters: ["anna", "bruno", "master", "child", "narrator"],
    uncast: 2,
    updatedAt: minutesAgo(7),
  });
  addBatch(db, {
    id: "ep6",
    name: "Ep 6 · Conform",
    status: "failed",
    note: "row 214, column Text_DE-DE: there is no text",
    translations: [
      ["fr-fr", "completed"],
      ["de-de", "failed"],
    ],
    updatedAt: minutesAgo(61),
  });
  addBatch(db, {
    id: "ep3",
    name: "Ep 3 · Harbour",
    status: "completed",
    translations: [
      ["fr-fr", "completed"],
      ["de-de", "completed"],
    ],
    updatedAt: minutesAgo(1500),
  });
  addBatch(db, {
    id: "ep7",
    name: "Ep 7 · The Lighthouse",
    status: "ingesting",
    characters: [],
    updatedAt: minutesAgo(0.2),
  });
  addBatch(db, {
    id: "trailer",
    projectId: "trailers",
    name: "Trailer 30 s",
    status: "AWAITING_PICTURE",
    characters: ["trailer-anna", "trailer-bruno"],
  });
  insert(db, "assignments", { batch_id: "ep4", language_id: "de-de", user_id: "u3" });
}

function seedGlossary(db: Database): void {
  const lines: GlossarySeed[] = [
    { id: "g0", word: "Überfahrt", languageId: "de-de", phonemization: "ˈyːbɐˌfaːɐ̯t" },
    { id: "g1", word: "Saint-Jean", languageId: "fr-fr", pronounceAs: "sã jã" },
    {
      id: "g2",
      word: "NATO",
      languageId: "en-gb",
      pronounceAs: "nay-toe",
      isCaseSensitive: true,
    },
  ];
  lines.forEach((line, index) =>
    addGlossaryLine(db, "home", { ...line, updatedAt: minutesAgo(50 * (index + 1)) }),
  );
}
