/** Links of invitations to a service for a team. */
import { describe, expect, test } from "vitest";
import {
  formatInvitation,
  parseInvitation,
  readInvitationLink,
} from "../../../../main/backend/workspaces/invitation-link";
import { serverOfInvitation } from "../../../../renderer/features/workspaces/invitation-server";

const invitation = { baseUrl: "https://dub.example:8090/api", code: "abc-_1" };

test("both forms of a link have the base URL and the code", () => {
  const page = formatInvitation(invitation);
  expect(page).toBe("https://dub.example:8090/api/join#abc-_1");
  const link = `dubyard://join?service=${encodeURIComponent(invitation.baseUrl)}#abc-_1`;
  for (const text of [page, ` ${page}\n`, link, "https://dub.example:8090/api/join/#abc-_1"])
    expect(parseInvitation(text), text).toEqual(invitation);
  expect(readInvitationLink(link)).toBe(page);
  expect(parseInvitation("http://127.0.0.1:8090/join#a").baseUrl).toBe("http://127.0.0.1:8090");
});

describe("an invalid link", () => {
  test.each([
    ["http://dub.example/join#abc", "not-secure"],
    ["dubyard://join?service=http://dub.example#abc", "not-secure"],
    ["", "not-an-invitation"],
    ["abc", "not-an-invitation"],
    ["https://dub.example/join", "not-an-invitation"],
    ["https://dub.example/#abc", "not-an-invitation"],
    ["https://user:secret@dub.example/join#abc", "not-an-invitation"],
    ["dubyard://join#abc", "not-an-invitation"],
    ["dubyard://open?service=https://dub.example#abc", "not-an-invitation"],
    ["ftp://dub.example/join#abc", "not-an-invitation"],
    [`https://dub.example/join#${"a".repeat(5_000)}`, "not-an-invitation"],
  ])("%s is refused", (text, message) => {
    let refused: unknown;
    try {
      parseInvitation(text);
    } catch (error) {
      refused = error;
    }
    expect(refused).toMatchObject({
      code: "invalid-input",
      details: [{ field: "invitation", message }],
    });
  });
});

test("only links of the application open the form, also without a code", () => {
  expect(readInvitationLink("dubyard://join?service=https://dub.example")).toBe("");
  // The form refuses it, and says why.
  expect(readInvitationLink("dubyard://join?service=http://dub.example#abc")).toBe(
    "http://dub.example/join#abc",
  );
  for (const other of ["https://dub.example/join#abc", "dubyard://open/media?workspaceId=w", ""])
    expect(readInvitationLink(other), other).toBeNull();
});

test("the form shows the host to which the code is sent, of either form of link", () => {
  for (const [link, host] of [
    ["https://dub.example:8090/join#abc", "dub.example"],
    [" dubyard://join?service=https%3A%2F%2Fother.example%2Fapi#abc", "other.example"],
    ["dubyard://join#abc", ""],
    ["dub.example", ""],
  ] as const)
    expect(serverOfInvitation(link)).toBe(host);
});
