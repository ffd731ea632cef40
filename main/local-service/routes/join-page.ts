/**
 * The page that the link of an invitation opens in a browser. The code is in the fragment of its
 * address, which browsers do not send, and the page has no script that reads it: the user copies
 * the address into the application.
 */
import { describeRoute, bindRoute, pageResponse, type BoundRoute } from "./route";

const joinRoute = describeRoute({
  method: "GET",
  path: "/join",
  section: "extensions",
  summary: "The page that the link of an invitation opens in a browser",
  isPublic: true,
  responses: { 200: pageResponse },
});

const texts = {
  en: {
    title: (server: string) => `Invitation to ${server}`,
    install: "Install Dubyard on this computer if it does not have it.",
    open: "Open the form for invitations in Dubyard",
    paste: "Copy the address of this page, and paste it there as the invitation.",
    note: "An invitation can be used once.",
  },
  de: {
    title: (server: string) => `Einladung zu ${server}`,
    install: "Installieren Sie Dubyard, wenn dieser Computer es noch nicht hat.",
    open: "Das Formular für Einladungen in Dubyard öffnen",
    paste: "Kopieren Sie die Adresse dieser Seite, und fügen Sie sie dort als Einladung ein.",
    note: "Eine Einladung kann einmal verwendet werden.",
  },
};

const escaped = (text: string) =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

const headers = {
  "content-type": "text/html; charset=utf-8",
  "cache-control": "no-store",
  "content-security-policy":
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  // SECURITY: the address of the page has the code.
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
};

/** `link`: opens the form in the application, without the code. */
function pageOf(language: "en" | "de", server: string, link: string): string {
  const { title, install, open, paste, note } = texts[language];
  return `<!doctype html>
<html lang="${language}">
<meta name="viewport" content="width=device-width">
<title>${escaped(title(server))}</title>
<style>
:root { color-scheme: light dark; }
body { max-width: 34em; margin: 4em auto; padding: 0 1em; font: 16px/1.5 system-ui, sans-serif; }
</style>
<h1>${escaped(title(server))}</h1>
<ol>
<li>${install}</li>
<li><a href="${escaped(link)}">${open}</a>.</li>
<li>${paste}</li>
</ol>
<p>${note}</p>
</html>
`;
}

export const createJoinRoutes = (serverName: string, baseUrl: () => string): BoundRoute[] => [
  bindRoute(joinRoute, ({ header }) => {
    const language = /^de\b/i.test(header("accept-language") ?? "") ? "de" : "en";
    const link = `dubyard://join?service=${encodeURIComponent(baseUrl())}`;
    return new Response(pageOf(language, serverName, link), { headers });
  }),
];
