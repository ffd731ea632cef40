/** Rules of authentication and catalogues (§4, §5; notes § Authentication, § Catalogues). */
import { z } from "zod";
import { expectError, expectEqual, parseResponse, type Rule } from "./rules";
import { freshToken, language, model, style, tokens, voice } from "./schemas";

const calls: [string, string][] = [
  ["GET", "/languages"],
  ["GET", "/models"],
  ["GET", "/voices"],
  ["GET", "/media/files"],
  ["POST", "/media/upload-url"],
  ["POST", "/media/upload-url/multipart"],
  ["POST", "/media/files/delete"],
  ["GET", "/projects"],
  ["POST", "/projects"],
  ["GET", "/projects/x"],
  ["PUT", "/projects/x"],
  ["DELETE", "/projects/x"],
  ["POST", "/projects/archive"],
  ["GET", "/users"],
  ["GET", "/projects/x/team"],
  ["POST", "/projects/x/team"],
  ["POST", "/projects/x/team/delete"],
  ["POST", "/projects/x/languages"],
  ["GET", "/projects/x/characters"],
  ["POST", "/projects/x/characters/x"],
  ["GET", "/projects/x/glossary"],
  ["GET", "/projects/x/batches"],
  ["POST", "/projects/x/batches"],
  ["POST", "/projects/x/batches/bulk"],
  ["GET", "/batches/x"],
  ["POST", "/batches/delete"],
  ["POST", "/batches/x/assign-member"],
  ["POST", "/batches/x/languages"],
  ["GET", "/batches/bulk/x/status"],
];

const codes =
  "AR-AR BG-BG DA-DK DE-DE EL-GR EN-GB EN-US ES-ES ES-LA FI-FI FR-FR HI-IN ID-ID IT-IT JA-JP KO-KR NB-NO NL-NL PL-PL PT-PT PT-BR SV-SE TR-TR ZH-CN";
const emotions = "anger curiosity fear joy narration pain pleasure sadness surprise";

export const catalogueRules: Rule[] = [
  {
    section: "notes § Authentication",
    rule: "credentials return an access token and a refresh token",
    async run({ callWithoutToken, credentials }) {
      parseResponse(await callWithoutToken("POST", "/auth/token", credentials), 200, tokens);
    },
  },
  {
    section: "notes § Authentication",
    rule: "wrong credentials are a 400",
    async run({ callWithoutToken, credentials }) {
      expectError(
        await callWithoutToken("POST", "/auth/token", { ...credentials, clientSecret: "wrong" }),
        400,
      );
      expectError(await callWithoutToken("POST", "/auth/token", {}), 400, "clientId");
    },
  },
  {
    section: "notes § Authentication",
    rule: "only a refresh token returns a new access token",
    async run({ callWithoutToken, credentials }) {
      const issued = parseResponse(
        await callWithoutToken("POST", "/auth/token", credentials),
        200,
        tokens,
      );
      const { refreshToken, accessToken } = issued;
      parseResponse(
        await callWithoutToken("POST", "/auth/refresh", { refreshToken }),
        200,
        freshToken,
      );
      expectError(
        await callWithoutToken("POST", "/auth/refresh", { refreshToken: accessToken }),
        400,
      );
    },
  },
  {
    section: "notes § Authentication",
    rule: 'the header accepts the raw token, and the token after "Bearer "',
    async run({ callWithoutToken, credentials }) {
      const { accessToken } = parseResponse(
        await callWithoutToken("POST", "/auth/token", credentials),
        200,
        tokens,
      );
      for (const Authorization of [accessToken, `Bearer ${accessToken}`])
        parseResponse(
          await callWithoutToken("GET", "/models", undefined, { Authorization }),
          200,
          z.array(model),
        );
    },
  },
  {
    section: "notes § Authentication",
    rule: "a refresh token authorises no call, and a body without the fields is a 400",
    async run({ callWithoutToken, credentials }) {
      const { refreshToken } = parseResponse(
        await callWithoutToken("POST", "/auth/token", credentials),
        200,
        tokens,
      );
      expectError(
        await callWithoutToken("GET", "/models", undefined, { Authorization: refreshToken }),
        401,
      );
      expectError(await callWithoutToken("POST", "/auth/refresh", {}), 400, "refreshToken");
      const { clientId } = credentials;
      expectError(await callWithoutToken("POST", "/auth/token", { clientId }), 400, "clientSecret");
    },
  },
  ...calls.map(([method, path]): Rule => ({
    section: "notes § Authentication",
    rule: `${method} ${path} without a token is a 401`,
    async run({ callWithoutToken }) {
      expectError(await callWithoutToken(method, path), 401);
      expectError(
        await callWithoutToken(method, path, undefined, { Authorization: "no token" }),
        401,
      );
    },
  })),
  {
    section: "notes § Catalogues",
    rule: "languages have an id, a name, a code and the supported features",
    async run({ call }) {
      parseResponse(await call("GET", "/languages"), 200, z.array(language).min(1));
    },
  },
  {
    section: "notes § Catalogues",
    rule: "models are identified by their model",
    async run({ call }) {
      parseResponse(await call("GET", "/models"), 200, z.array(model).min(1));
    },
  },
  {
    section: "notes § Catalogues",
    rule: "voices of a model have unique names",
    async run({ call, model: id }) {
      const path = `/voices?model=${encodeURIComponent(id)}`;
      const voices = parseResponse(await call("GET", path), 200, z.array(voice).min(1));
      expectEqual(new Set(voices.map(({ name }) => name)).size, voices.length);
    },
  },
  {
    section: "notes § Catalogues",
    rule: "an unknown model has no voices and no styles: 404",
    async run({ call, model: id }) {
      expectError(await call("GET", "/voices?model=no-such-model"), 404);
      expectError(await call("GET", "/models/no-such-model/styles"), 404);
      parseResponse(
        await call("GET", `/models/${encodeURIComponent(id)}/styles`),
        200,
        z.array(style),
      );
    },
  },
  {
    section: "notes § Catalogues",
    rule: "the 24 languages of scripts are included",
    async run({ call }) {
      const found = parseResponse(await call("GET", "/languages"), 200, z.array(language));
      const known = new Set(found.map(({ code }) => code.toUpperCase()));
      expectEqual(
        codes.split(" ").filter((code) => !known.has(code)),
        [],
      );
    },
  },
  {
    section: "notes § Catalogues",
    rule: "styles are emotions in three intensities",
    async run({ call, model: id }) {
      const path = `/models/${encodeURIComponent(id)}/styles`;
      const found = parseResponse(await call("GET", path), 200, z.array(style));
      const known = new Set(found.map((one) => one.style));
      const expected = emotions
        .split(" ")
        .flatMap((emotion) => ["low", "normal", "high"].map((level) => `${emotion}-${level}`));
      expectEqual(
        expected.filter((name) => !known.has(name)),
        [],
      );
    },
  },
];
