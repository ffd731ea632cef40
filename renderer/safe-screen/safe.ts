/**
 * The safe screen: shown instead of the page after repeated crashes of the renderer process. It
 * shares no code with the page except the choice of the language and the access to the clipboard.
 */
import "./safe.css";
import { copyToClipboard } from "../app/clipboard";
import { interfaceLanguage } from "../app/locale";
import { safeTexts } from "./texts";

const texts = safeTexts[interfaceLanguage];
const parameters = new URLSearchParams(location.search);

function element(selector: string): HTMLElement {
  const found = document.querySelector<HTMLElement>(selector);
  if (!found) throw new Error(`safe.html has no ${selector}`);
  return found;
}

async function call<T>(name: string): Promise<T> {
  const reply = await window.bridge.call(name, undefined);
  if (!reply.ok) throw new Error(reply.error.message);
  return reply.value as T;
}

async function copyReport(): Promise<string> {
  const { text } = await call<{ text: string }>("diagnostics.report");
  if (!(await copyToClipboard(text))) throw new Error(texts.clipboardRefused);
  return texts.copied;
}

function offer(id: string, title: string, run: () => Promise<string>): void {
  const button = element(`#${id}`);
  button.textContent = title;
  button.addEventListener("click", () => {
    run().then(
      (status) => (element("#status").textContent = status),
      (error: unknown) => {
        element("#status").textContent = texts.failed(
          error instanceof Error ? error.message : String(error),
        );
      },
    );
  });
}

element("h1").textContent = texts.title;
element("#text").textContent = texts.text;
element("#reason").textContent = texts.reason(parameters.get("reason") ?? "");
offer("reload", texts.reload, () => call("app.leaveSafeScreen").then(() => ""));
offer("copy", texts.copyReport, copyReport);
offer("quit", texts.quit, () => call("app.quit").then(() => ""));
element("#reload").focus();
