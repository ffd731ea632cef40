/** Realistic projects, batches and users, with every state at least once. */
import type { Batch, Character, Project, User } from "../../preload/model/resources";
import type { FakeLists } from "./fake-lists";

const minute = 60_000;
const ago = (minutes: number) => Date.now() - minutes * minute;

export function someProject(change: Partial<Project> & Pick<Project, "id" | "name">): Project {
  return {
    status: "active",
    type: "media-dubbing",
    model: "local-basic",
    createdAt: ago(20_000),
    updatedAt: ago(90),
    ...change,
  };
}

export function someBatch(change: Partial<Batch> & Pick<Batch, "id" | "name">): Batch {
  return {
    projectId: "home",
    status: "inferring",
    message: "",
    completionPercentage: 0,
    translations: [
      { languageId: "fr-fr", type: "source", isCompleted: false, status: "inferring" },
      { languageId: "de-de", type: "target", isCompleted: false, status: "pending" },
    ],
    isCastingCompleted: true,
    createdAt: ago(3000),
    updatedAt: ago(3),
    group: "running",
    ...change,
  };
}

const done = [
  { languageId: "fr-fr", type: "source", isCompleted: true, status: "completed" },
  { languageId: "de-de", type: "target", isCompleted: true, status: "completed" },
];

function someBatches(): Batch[] {
  return [
    someBatch({ id: "ep4", name: "Ep 4 · The Long Way Home", completionPercentage: 52 }),
    someBatch({
      id: "ep5",
      name: "Ep 5 · Überfahrt",
      status: "casting",
      message: "2 characters have no voice",
      isCastingCompleted: false,
      group: "needs-attention",
      updatedAt: ago(7),
    }),
    someBatch({
      id: "ep6",
      name: "Ep 6 · Conform",
      status: "failed",
      message: "row 214, column Text_DE-DE: there is no text",
      completionPercentage: 61,
      translations: [
        { languageId: "fr-fr", type: "source", isCompleted: true, status: "completed" },
        { languageId: "de-de", type: "target", isCompleted: false, status: "failed" },
      ],
      group: "failed",
      updatedAt: ago(61),
    }),
    someBatch({
      id: "ep3",
      name: "Ep 3 · Harbour",
      status: "completed",
      completionPercentage: 100,
      translations: done,
      group: "done",
      updatedAt: ago(1500),
    }),
    someBatch({
      id: "ep7",
      name: "Ep 7 · The Lighthouse",
      status: "ingesting",
      isCastingCompleted: false,
      updatedAt: ago(0.2),
    }),
    someBatch({
      id: "trailer",
      projectId: "trailers",
      name: "Trailer 30 s",
      status: "AWAITING_REVIEW",
      completionPercentage: 80,
    }),
  ];
}

function someCharacters(): Character[] {
  const cast = (id: string, name: string, voice: Character["voice"]): Character => ({
    id,
    name,
    voice,
    createdAt: ago(3000),
    updatedAt: ago(40),
  });
  const voice = (name: string, gender: string, voiceTag: string) => ({
    name,
    gender,
    voiceTag,
    description: `${voiceTag.replace("-", " ")} ${gender} voice`,
  });
  return [
    cast("anna", "Anna", voice("Clara", "female", "adult-warm")),
    cast("bruno", "Bruno", voice("Henrik", "male", "senior-deep")),
    cast("master", "The Harbour Master of Saint-Jean-Cap-Ferrat", null),
    cast("child", "Child 1", null),
    cast("narrator", "Narrator", voice("Amélie", "female", "adult-bright")),
  ];
}

const someUsers: User[] = [
  { id: "u1", firstName: "Mara", lastName: "Lindqvist", email: "mara@northlight.example" },
  { id: "u2", firstName: "Tomás", lastName: "Herrera", email: "tomas@northlight.example" },
  { id: "u3", firstName: "Aiko", lastName: "Tanaka", email: "aiko@northlight.example" },
  {
    id: "u4",
    firstName: "Jean-Baptiste",
    lastName: "de La Rochefoucauld",
    email: "jb@studio.example",
  },
];

/** The default data of a fake service. */
export function someLists(): FakeLists {
  const voices = ["Clara", "Henrik", "Amélie", "Jonas", "Lucía", "Owen", "Freja", "Pavel"];
  const ages = ["adult", "senior", "adult", "young", "young", "adult", "senior", "adult"];
  const timbres = ["warm", "deep", "bright", "clear", "soft", "rough", "warm", "deep"];
  const member = (index: number, role: string) => {
    const found = someUsers[index];
    if (!found) throw new Error(`no user ${index}`);
    return { ...found, role };
  };
  return {
    requests: [],
    projects: [
      someProject({ id: "home", name: "The Long Way Home · season 2" }),
      someProject({ id: "trailers", name: "Trailers", type: "line-dubbing", updatedAt: ago(10) }),
      someProject({
        id: "audiobook",
        name: "Die unwahrscheinliche Pilgerreise des Harold Fry: ungekürzte Hörbuchfassung",
        type: "audio-production",
        updatedAt: ago(4000),
      }),
      someProject({ id: "old", name: "Pilot 2024", status: "archived", updatedAt: ago(200_000) }),
    ],
    batches: someBatches(),
    characters: { home: someCharacters(), trailers: someCharacters().slice(0, 2) },
    glossary: {
      home: [
        ["Überfahrt", "de-de", "ˈyːbɐˌfaːɐ̯t", ""],
        ["Saint-Jean", "fr-fr", "", "sã jã"],
        ["NATO", "en-gb", "", "nay-toe"],
      ].map(([word = "", languageId = "", phonemization = "", pronounceAs = ""], index) => ({
        id: `g${index}`,
        word,
        languageId,
        phonemization,
        phonemizationLanguageId: phonemization === "" ? "" : languageId,
        pronunciationLanguageId: pronounceAs === "" ? "" : languageId,
        pronounceAs,
        caseSensitive: index === 2,
        createdAt: ago(5000),
        updatedAt: ago(50 * (index + 1)),
      })),
    },
    team: {
      home: [member(0, "project-owner"), member(1, "project-manager"), member(2, "project-editor")],
    },
    users: someUsers,
    languages: [
      ["en-gb", "English (United Kingdom)"],
      ["en-us", "English (United States)"],
      ["fr-fr", "French (France)"],
      ["de-de", "German (Germany)"],
      ["es-es", "Spanish (Spain)"],
      ["ja-jp", "Japanese (Japan)"],
    ].map(([id = "", name = ""]) => ({
      id,
      name,
      code: id.toUpperCase(),
      isTextSupported: true,
      isAudioSupported: true,
    })),
    models: [{ id: "local-basic", description: "Runs on this computer" }],
    voices: voices.map((name, index) => {
      const gender = index % 2 === 0 ? "female" : "male";
      const [age = "", timbre = ""] = [ages[index], timbres[index]];
      return {
        name,
        gender,
        age,
        timbre,
        voiceTag: `${age}-${timbre}`,
        description: `${age} ${gender} voice, ${timbre}`,
      };
    }),
    origins: {},
    assignments: { ep4: [{ userId: "u3", languageId: "de-de" }] },
    readAt: ago(3),
    isReading: false,
    problem: null,
    itemProblems: {},
  };
}
