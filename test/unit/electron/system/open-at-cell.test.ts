/**
 * How the user's spreadsheet program is found and opens a cell, on simulated systems; their calls
 * are recorded.
 */
import { afterEach, describe, expect, it, vi } from "vitest";
import { createProgramOpener } from "../../../../main/electron/system/programs";
import {
  addressOf,
  createCellOpener,
  type SpreadsheetSystem,
} from "../../../../main/electron/system/open-at-cell";

const cell = { sheet: "Lines", name: "D214" };
const address = "file:///home/sam/ep%201.xlsx#%24'Lines'.D214";

/** A simulated system with these program outputs and files; started programs are recorded. */
function system(
  platform: NodeJS.Platform,
  outputs: Record<string, string>,
  files: Record<string, string> = {},
  env: Record<string, string> = {},
) {
  const started: string[][] = [];
  const output = (from: Record<string, string>, key: string) => {
    const found = Object.entries(from).find(([name]) => key.includes(name));
    return found ? Promise.resolve(found[1]) : Promise.reject(new Error(`missing: ${key}`));
  };
  const made: SpreadsheetSystem = {
    platform,
    env,
    read: (program, args) => output(outputs, [program, ...args].join(" ")),
    readFile: (file) => output(files, file),
    start(program, args) {
      started.push([program, ...args]);
      return Promise.resolve();
    },
  };
  return { open: createCellOpener(made), started };
}

describe("a cell", () => {
  it("is in the URL of the file, which is escaped", () => {
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
    ["the system default", "/usr/share/applications/calc.desktop", {}],
    ["the user default", "/home/sam/.local/share/applications/calc.desktop", { HOME: "/home/sam" }],
    [
      "an associated entry",
      "/opt/share/applications/calc.desktop",
      { XDG_DATA_DIRS: "/nix:/opt/share" },
    ],
  ])("is opened by LibreOffice from the entry: %s", async (_name, file, env) => {
    const outputs = { "spreadsheetml.sheet": "calc.desktop\n" };
    const { open, started } = system("linux", outputs, { [file]: entry }, env);
    expect(await open("/home/sam/ep 1.xlsx", cell)).toBe(true);
    expect(started).toEqual([["libreoffice", address]]);
  });

  it.each([
    ["another program", "Exec=/opt/wps/et %F"],
    ["one in a sandbox", "Exec=/usr/bin/flatpak run org.libreoffice.LibreOffice --calc @@u %U @@"],
    ["an entry without a program", "Name=Calc"],
  ])("is not opened by %s", async (_name, other) => {
    const { open, started } = system("linux", { "text/csv": "x.desktop" }, { "x.desktop": other });
    expect(await open("/home/sam/ep 1.csv", cell)).toBe(false);
    expect(started).toEqual([]);
  });

  it("is not opened if the default program is unknown", async () => {
    expect(await system("linux", {}).open("/a.xlsx", cell)).toBe(false);
    expect(await system("linux", { "xdg-mime": "" }).open("/a.xlsx", cell)).toBe(false);
    const outside = system("linux", { "xdg-mime": "../../x" }, { x: "Exec=soffice" });
    expect(await outside.open("/a.xlsx", cell)).toBe(false);
    expect(await system("freebsd", {}).open("/a.xlsx", cell)).toBe(false);
  });
});

describe("on macOS", () => {
  it("is opened by LibreOffice only", async () => {
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
  it("is opened by LibreOffice as the user's or the system's default", async () => {
    const program = `${office}\\soffice.exe`;
    const kind = { "LibreOffice.Xlsx": command(`${office}\\scalc.exe`) };
    const own = { UserChoice: choice, ...kind };
    const systems = { "System32\\reg.exe query HKCR\\.xlsx": choice, ...kind };
    for (const outputs of [own, systems]) {
      const { open, started } = system("win32", outputs);
      expect(await open("/home/sam/ep 1.xlsx", cell)).toBe(true);
      expect(started).toEqual([[program, address]]);
    }
  });
  it("is not opened by another program", async () => {
    const program = String.raw`C:\Program Files\Microsoft Office\EXCEL.EXE`;
    const outputs = {
      UserChoice: choice.replace("LibreOffice.Xlsx", "Excel.Sheet.12"),
      "Excel.Sheet.12": command(program),
    };
    expect(await system("win32", outputs).open("/a.xlsx", cell)).toBe(false);
  });
});

describe("a program without support for cells", () => {
  const openPath = vi.fn((_file: string) => Promise.resolve(""));
  const writeText = vi.fn((_text: string) => Promise.resolve());
  const openAtCell = vi.fn(() => Promise.resolve(false));
  const open = createProgramOpener({ shell: { openPath }, clipboard: { writeText }, openAtCell });
  afterEach(() => vi.clearAllMocks());
  it("opens the file, with the cell address on the clipboard", async () => {
    expect(await open("/a.xlsx", cell)).toEqual({ isAtCell: false });
    expect(writeText.mock.calls).toEqual([["D214"]]);
    expect(openPath.mock.calls).toEqual([["/a.xlsx"]]);
    expect(await open("/a.xlsx", null)).toEqual({ isAtCell: false });
    expect(writeText).toHaveBeenCalledTimes(1);
  });
  it("is not used if the cell was opened", async () => {
    openAtCell.mockResolvedValueOnce(true);
    expect(await open("/a.xlsx", cell)).toEqual({ isAtCell: true });
    expect(openPath).not.toHaveBeenCalled();
  });
  it("missing: the error is reported", async () => {
    openPath.mockResolvedValueOnce("no application");
    await expect(open("/home/sam/a.xlsx", null)).rejects.toMatchObject({
      code: "file-unreadable",
      message: "a.xlsx cannot be opened: no application",
    });
  });
});
