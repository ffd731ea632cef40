/** How the user's own spreadsheet is found and told a cell, on systems of three kinds; what they answer is recorded. */
import { afterEach, describe, expect, it, vi } from "vitest";
import { createProgramOpener } from "../../../main/electron/programs";
import {
  addressOf,
  createCellOpener,
  type SpreadsheetSystem,
} from "../../../main/electron/open-at-cell";

const cell = { sheet: "Lines", name: "D214" };
const address = "file:///home/sam/ep%201.xlsx#%24'Lines'.D214";

/** A system that answers these programs, and has these files; what it is told to start is kept. */
function system(
  platform: NodeJS.Platform,
  answers: Record<string, string>,
  files: Record<string, string> = {},
  env: Record<string, string> = {},
) {
  const started: string[][] = [];
  const answer = (from: Record<string, string>, key: string) => {
    const found = Object.entries(from).find(([name]) => key.includes(name));
    return found ? Promise.resolve(found[1]) : Promise.reject(new Error(`not there: ${key}`));
  };
  const made: SpreadsheetSystem = {
    platform,
    env,
    read: (program, args) => answer(answers, [program, ...args].join(" ")),
    readFile: (file) => answer(files, file),
    start(program, args) {
      started.push([program, ...args]);
      return Promise.resolve();
    },
  };
  return { open: createCellOpener(made), started };
}

describe("a cell", () => {
  it("is named in the file's address, whatever the names are", () => {
    expect(addressOf("/home/sam/ep 1.xlsx", cell)).toBe(address);
    expect(addressOf("/a#b.xlsx", { sheet: "", name: "A1" })).toBe("file:///a%23b.xlsx#A1");
    expect(addressOf("/a.xlsx", { sheet: "50% of 'x' #1", name: "A1" })).toBe(
      "file:///a.xlsx#%24'50%25%20of%20''x''%20%231'.A1",
    );
  });
});

describe("on Linux", () => {
  const entry =
    "[Desktop Entry]\nName=Calc\nExec=libreoffice --calc %U\n\n[Desktop Action New]\nExec=x";
  it.each([
    ["the system's", "/usr/share/applications/calc.desktop", {}],
    ["the user's own", "/home/sam/.local/share/applications/calc.desktop", { HOME: "/home/sam" }],
    ["one told of", "/opt/share/applications/calc.desktop", { XDG_DATA_DIRS: "/nix:/opt/share" }],
  ])("is shown by the LibreOffice of %s default entry", async (_name, file, env) => {
    const answers = { "spreadsheetml.sheet": "calc.desktop\n" };
    const { open, started } = system("linux", answers, { [file]: entry }, env);
    expect(await open("/home/sam/ep 1.xlsx", cell)).toBe(true);
    expect(started).toEqual([["libreoffice", address]]);
  });

  it.each([
    ["another program", "Exec=/opt/wps/et %F"],
    ["one in a sandbox", "Exec=/usr/bin/flatpak run org.libreoffice.LibreOffice --calc @@u %U @@"],
    ["an entry without a program", "Name=Calc"],
  ])("is not told to %s", async (_name, other) => {
    const { open, started } = system("linux", { "text/csv": "x.desktop" }, { "x.desktop": other });
    expect(await open("/home/sam/ep 1.csv", cell)).toBe(false);
    expect(started).toEqual([]);
  });

  it("is not told where nothing is known", async () => {
    expect(await system("linux", {}).open("/a.xlsx", cell)).toBe(false);
    expect(await system("linux", { "xdg-mime": "" }).open("/a.xlsx", cell)).toBe(false);
    const outside = system("linux", { "xdg-mime": "../../x" }, { x: "Exec=soffice" });
    expect(await outside.open("/a.xlsx", cell)).toBe(false);
    expect(await system("freebsd", {}).open("/a.xlsx", cell)).toBe(false);
  });
});

describe("on a Mac", () => {
  it("is shown by LibreOffice, and by nobody else", async () => {
    const office = system("darwin", { osascript: "/Applications/LibreOffice.app\n" });
    expect(await office.open("/home/sam/ep 1.xlsx", cell)).toBe(true);
    const program = "/Applications/LibreOffice.app/Contents/MacOS/soffice";
    expect(office.started).toEqual([[program, address]]);
    const other = system("darwin", { osascript: "/Applications/Microsoft Excel.app\n" });
    expect(await other.open("/home/sam/ep 1.xlsx", cell)).toBe(false);
    expect(other.started).toEqual([]);
  });
});

describe("on Windows", () => {
  const choice =
    "\r\nHKEY_CURRENT_USER\\…\\UserChoice\r\n    ProgId    REG_SZ    LibreOffice.Xlsx\r\n";
  const command = (program: string) => `\r\n    (Default)    REG_SZ    "${program}" -o "%1"\r\n`;
  const office = String.raw`C:\Program Files\LibreOffice\program`;
  it("is shown by the LibreOffice that the user chose, or that the system has", async () => {
    const program = `${office}\\soffice.exe`;
    const kind = { "LibreOffice.Xlsx": command(`${office}\\scalc.exe`) };
    const own = { UserChoice: choice, ...kind };
    const systems = { "System32\\reg.exe query HKCR\\.xlsx": choice, ...kind };
    for (const answers of [own, systems]) {
      const { open, started } = system("win32", answers);
      expect(await open("/home/sam/ep 1.xlsx", cell)).toBe(true);
      expect(started).toEqual([[program, address]]);
    }
  });
  it("is not told to another program", async () => {
    const program = String.raw`C:\Program Files\Microsoft Office\EXCEL.EXE`;
    const answers = {
      UserChoice: choice.replace("LibreOffice.Xlsx", "Excel.Sheet.12"),
      "Excel.Sheet.12": command(program),
    };
    expect(await system("win32", answers).open("/a.xlsx", cell)).toBe(false);
  });
});

describe("a program that cannot be told", () => {
  const openPath = vi.fn((_file: string) => Promise.resolve(""));
  const writeText = vi.fn((_text: string) => Promise.resolve());
  const openAtCell = vi.fn(() => Promise.resolve(false));
  const open = createProgramOpener({ shell: { openPath }, clipboard: { writeText }, openAtCell });
  afterEach(() => vi.clearAllMocks());
  it("opens the file with the cell's name on the clipboard", async () => {
    expect(await open("/a.xlsx", cell)).toEqual({ isAtCell: false });
    expect(writeText.mock.calls).toEqual([["D214"]]);
    expect(openPath.mock.calls).toEqual([["/a.xlsx"]]);
    expect(await open("/a.xlsx", null)).toEqual({ isAtCell: false });
    expect(writeText).toHaveBeenCalledTimes(1);
  });
  it("is not asked where the cell is shown", async () => {
    openAtCell.mockResolvedValueOnce(true);
    expect(await open("/a.xlsx", cell)).toEqual({ isAtCell: true });
    expect(openPath).not.toHaveBeenCalled();
  });
  it("is told of where there is none", async () => {
    openPath.mockResolvedValueOnce("no application");
    await expect(open("/home/sam/a.xlsx", null)).rejects.toMatchObject({
      code: "file-unreadable",
      message: "a.xlsx cannot be opened: no application",
    });
  });
});
