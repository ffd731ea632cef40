/**
 * LibreOffice, if it is installed: converts files, and runs Calc with a window on the display. Calc
 * shares the clipboard of the display with all programs. Without LibreOffice, tests that use it are
 * skipped with the reason.
 */
import { execFile, spawn, spawnSync } from "node:child_process";
import { existsSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { copyFile, mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { expect } from "vitest";

const programs = (process.env["PATH"] ?? "").split(path.delimiter);
const find = (name: string) =>
  programs.map((folder) => path.join(folder, name)).find((file) => existsSync(file));
const office = find("soffice");
const has = (library: string) =>
  office !== undefined && existsSync(path.join(path.dirname(realpathSync(office)), library));

/** Why LibreOffice cannot convert files on this computer; null if it can. */
export function missingOffice(part: "calc" | "writer"): string | null {
  if (office === undefined) return "LibreOffice is missing";
  // On other systems, LibreOffice is always installed with all parts.
  const library = part === "calc" ? "libsclo.so" : "libswlo.so";
  return process.platform !== "linux" || has(library) ? null : `LibreOffice has no ${part} here`;
}

/** Why Calc cannot be the default program for workbooks on this computer; null if it can. */
export function missingDefault(): string | null {
  return missingCalc() ?? (find("xdg-mime") === undefined ? "xdg-mime is missing" : null);
}

/** Why a test cannot control a window of Calc on this computer; null if it can. */
export function missingCalc(): string | null {
  const reason = missingOffice("calc");
  if (reason !== null) return reason;
  if (process.platform !== "linux" || !process.env["DISPLAY"]) return "no X display";
  if (!has("libvclplug_genlo.so")) return "LibreOffice has no X11 support";
  const tool = ["xdotool", "xclip"].find((name) => find(name) === undefined);
  return tool === undefined ? null : `${tool} is missing`;
}

const profileOf = (folder: string) =>
  `-env:UserInstallation=${pathToFileURL(path.join(folder, "office profile")).href}`;

/**
 * Converts a file to another format. `to` is an output filter of LibreOffice ("xlsx:Calc MS Excel
 * 2007 XML"). All input and output files are in `folder`. A .csv file is read with commas and
 * UTF-8.
 */
export async function convert(
  folder: string,
  name: string,
  content: string | Uint8Array,
  to: string,
): Promise<Uint8Array> {
  const source = path.join(folder, name);
  await writeFile(source, content);
  const [extension = ""] = to.split(":");
  const outDir = path.join(folder, "converted");
  await promisify(execFile)(office ?? "", [
    profileOf(folder),
    "--headless",
    // Separator (comma), text delimiter (quote), character set (UTF-8), first line.
    ...(name.endsWith(".csv") ? ["--infilter=CSV:44,34,76,1"] : []),
    "--convert-to",
    to,
    "--outdir",
    outDir,
    source,
  ]);
  return readFile(path.join(outDir, `${path.parse(name).name}.${extension}`));
}

/** A cell of Calc after a paste. */
interface CalcCell {
  kind: "empty" | "number" | "text" | "formula";
  text: string;
}

/**
 * A Calc controlled by a test. The process, and with it the copied content, exists until it is
 * stopped.
 */
export interface Calc {
  /**
   * Makes Calc the default program for workbooks of the user with this home folder. Returns the
   * environment variables that an application needs for this.
   */
  makeDefault(home: string): Promise<Record<string, string>>;
  /** The selected cell of the window that was opened last: "$'Sheet'.$B$7". */
  selection(): Promise<string>;
  /** Copies a cell range ("A1:E10") of a file's first sheet. */
  copy(file: string, cells: string): Promise<void>;
  /** Pastes into a new sheet; returns the cells of the sheet by row. */
  paste(): Promise<CalcCell[][]>;
}

/**
 * Copy and paste use the commands of the menu. The result is written to a file that appears when it
 * is complete.
 */
const macros = `
Sub Copy(source, cells, resultFile)
  Dim document As Object, helper As Object
  document = StarDesktop.loadComponentFromURL(source, "_blank", 0, Array())
  document.CurrentController.select(document.Sheets(0).getCellRangeByName(cells))
  helper = createUnoService("com.sun.star.frame.DispatchHelper")
  helper.executeDispatch(document.CurrentController.Frame, ".uno:Copy", "", 0, Array())
  WriteResult(resultFile, "")
End Sub

Sub Paste(resultFile)
  Dim document As Object, helper As Object, cursor As Object, cell As Object, all As String
  document = StarDesktop.loadComponentFromURL("private:factory/scalc", "_blank", 0, Array())
  helper = createUnoService("com.sun.star.frame.DispatchHelper")
  helper.executeDispatch(document.CurrentController.Frame, ".uno:Paste", "", 0, Array())
  cursor = document.Sheets(0).createCursor()
  cursor.gotoEndOfUsedArea(False)
  For row = 0 To cursor.RangeAddress.EndRow
    For column = 0 To cursor.RangeAddress.EndColumn
      cell = document.Sheets(0).getCellByPosition(column, row)
      all = all & cell.Type & Chr(31) & cell.String & Chr(30)
    Next column
    all = all & Chr(29)
  Next row
  WriteResult(resultFile, all)
End Sub

Sub Selection(resultFile)
  Dim document As Object, all As String
  document = StarDesktop.CurrentComponent
  If Not IsNull(document) Then
    If document.supportsService("com.sun.star.sheet.SpreadsheetDocument") Then
      all = document.CurrentSelection.AbsoluteName
    End If
  End If
  WriteResult(resultFile, all)
End Sub

Sub WriteResult(file, text)
  Dim disk As Object, stream As Object
  disk = createUnoService("com.sun.star.ucb.SimpleFileAccess")
  stream = createUnoService("com.sun.star.io.TextOutputStream")
  stream.setEncoding("UTF-8")
  stream.setOutputStream(disk.openFileWrite(file & ".part"))
  stream.writeString(text)
  stream.closeOutput()
  disk.move(file & ".part", file)
End Sub
`;
const kinds = ["empty", "number", "text", "formula"] as const;
const escape = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

async function writeMacros(folder: string): Promise<void> {
  // The first start writes the profile and would overwrite existing files.
  await promisify(execFile)(office ?? "", [
    profileOf(folder),
    "--headless",
    "--terminate_after_init",
  ]);
  const library = path.join(folder, "office profile/user/basic/Standard");
  await mkdir(library, { recursive: true });
  await writeFile(
    path.join(library, "Clipboard.xba"),
    `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE script:module PUBLIC "-//OpenOffice.org//DTD OfficeDocument 1.0//EN" "module.dtd">
<script:module xmlns:script="http://openoffice.org/2000/script" script:name="Clipboard" script:language="StarBasic">${escape(macros)}</script:module>`,
  );
  await writeFile(
    path.join(library, "script.xlb"),
    `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE library:library PUBLIC "-//OpenOffice.org//DTD OfficeDocument 1.0//EN" "library.dtd">
<library:library xmlns:library="http://openoffice.org/2000/library" library:name="Standard" library:readonly="false" library:passwordprotected="false">
 <library:element library:name="Clipboard"/>
</library:library>`,
  );
}

/** Starts a Calc whose files are in `folder`. `stop` ends a process with all its windows. */
export async function startCalc(
  folder: string,
  stop: (pid: number | undefined) => void,
): Promise<Calc & { close: () => void }> {
  await writeMacros(folder);
  const running = new Set<number | undefined>();
  /** Calc processes that are started by an application write their process ids to this file. */
  const started = path.join(folder, "started");
  const close = () => {
    const others = existsSync(started) ? readFileSync(started, "utf8").split("\n") : [];
    for (const pid of [...running, ...others.filter(Boolean).map(Number)]) stop(pid);
    running.clear();
    rmSync(started, { force: true });
  };
  let count = 0;
  /**
   * Starts Calc with a macro. If Calc is already running with this profile, that process runs the
   * macro.
   */
  async function run(macro: string, ...inputs: string[]): Promise<string> {
    count += 1;
    const resultFile = path.join(folder, `result ${count}`);
    const macroArguments = [...inputs, pathToFileURL(resultFile).href]
      .map((text) => `"${text}"`)
      .join(",");
    const child = spawn(
      office ?? "",
      [
        profileOf(folder),
        "--norestore",
        "--nologo",
        `macro:///Standard.Clipboard.${macro}(${macroArguments})`,
      ],
      { stdio: "ignore", env: { ...process.env, SAL_USE_VCLPLUGIN: "gen" } },
    );
    running.add(child.pid);
    await new Promise((resolve, reject) => child.once("spawn", resolve).once("error", reject));
    const isDone = () => {
      // Calc opens a dialog for the number format of content from other programs. The defaults are
      // confirmed.
      confirm("Import Options");
      return existsSync(resultFile);
    };
    await expect.poll(isDone, { message: macro, interval: 200, timeout: 60_000 }).toBe(true);
    return readFile(resultFile, "utf8");
  }
  return {
    close,
    async makeDefault(home) {
      const bin = path.join(folder, "soffice");
      const display = `export SAL_USE_VCLPLUGIN=gen; echo $$ >> "${started}"`;
      await writeFile(
        bin,
        `#!/bin/sh\n${display}\nexec "${office ?? ""}" "${profileOf(folder)}" --norestore --nologo "$@"\n`,
        { mode: 0o755 },
      );
      const applications = path.join(home, "share/applications");
      const entry = `[Desktop Entry]\nType=Application\nName=Calc\nExec=${bin} --calc %U\n`;
      const type = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
      await mkdir(applications, { recursive: true });
      await writeFile(path.join(applications, "calc.desktop"), entry);
      await mkdir(path.join(home, "config"), { recursive: true });
      const defaults = `[Default Applications]\n${type}=calc.desktop\n`;
      await writeFile(path.join(home, "config/mimeapps.list"), defaults);
      return {
        XDG_DATA_HOME: path.join(home, "share"),
        XDG_CONFIG_HOME: path.join(home, "config"),
      };
    },
    selection: () => run("Selection"),
    async copy(file, cells) {
      close();
      // A separate copy, because Calc creates a lock file beside it, which remains after Calc is
      // killed.
      const own = path.join(folder, `copied ${count}${path.extname(file)}`);
      await copyFile(file, own);
      await run("Copy", pathToFileURL(own).href, cells);
    },
    async paste() {
      close();
      const result = await run("Paste");
      const rows = result.split("\u001d").slice(0, -1);
      return rows.map((row) =>
        row
          .split("\u001e")
          .slice(0, -1)
          .map((cell) => {
            const [kind, text = ""] = cell.split("\u001f");
            return { kind: kinds[Number(kind)] ?? "empty", text };
          }),
      );
    },
  };
}

/** Presses Enter in the window with this title, if there is one. */
function confirm(title: string): void {
  const { stdout } = spawnSync("xdotool", ["search", "--name", title], { encoding: "utf8" });
  const [id] = stdout.trim().split("\n");
  if (id) spawnSync("xdotool", ["windowfocus", "--sync", id, "key", "Return"]);
}

/** The exact content of the display's clipboard in one of its formats. */
export function clipboardAs(target: "text/html" | "text/plain;charset=utf-8"): string {
  const args = ["-selection", "clipboard", "-o", "-t", target];
  return spawnSync("xclip", args, { encoding: "utf8", maxBuffer: 1e8 }).stdout;
}
