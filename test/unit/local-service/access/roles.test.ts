/** The table of the notes of the interface, "Roles". */
import { describe, expect, it } from "vitest";
import { roles, type Role } from "../../../../preload/facts/roles";
import { checkTeamChange, roleProblem } from "../../../../main/local-service/access/roles";
import type { Actor } from "../../../../main/local-service/common/actor";

const languages = (assigned: string[], asked = ["fr-fr"]) => ({
  asked,
  assigned: new Set(assigned),
});

describe("a call that needs a role", () => {
  it.each([
    ["owners", [true, false, false]],
    ["managers", [true, true, false]],
    ["editors", [true, true, false]],
    ["team", [true, true, true]],
  ] as const)(
    "%s: is allowed for owner, manager and editor as the table says",
    (needed, allowed) => {
      expect(roles.map((role) => roleProblem(needed, role, null) === null)).toEqual(allowed);
    },
  );

  it("lets an editor edit the assigned languages only", () => {
    const problem = (assigned: string[], asked?: string[]) =>
      roleProblem("editors", "project-editor", languages(assigned, asked));
    expect(problem(["fr-fr"])).toBeNull();
    expect(problem(["de-de"])).toContain("fr-fr is not assigned");
    expect(problem(["fr-fr"], ["fr-fr", "de-de"])).toContain("de-de is not assigned");
    expect(problem(["fr-fr"], [])).toContain("languages of a batch");
  });
});

describe("a change of a team", () => {
  const team: { id: string; role: Role }[] = [
    { id: "olga", role: "project-owner" },
    { id: "mia", role: "project-manager" },
    { id: "ed", role: "project-editor" },
  ];
  const change = (by: string | null, userId: string, role: Role | null) => () => {
    const person = by === null ? null : { userId: by, name: by };
    const actor: Actor = {
      credentialId: "key",
      credentialName: "a computer",
      scope: by === null ? "workspace" : "member",
      person,
    };
    checkTeamChange(actor, "teamMembers", team, [{ userId, role }]);
  };

  it("by a manager gives no ownership, and changes no owner", () => {
    expect(change("mia", "ed", "project-manager")).not.toThrow();
    expect(change("mia", "new", "project-editor")).not.toThrow();
    expect(change("mia", "ed", "project-owner")).toThrow("may give the roles");
    expect(change("mia", "olga", "project-editor")).toThrow("role of a project-owner");
    expect(change("mia", "olga", null)).toThrow("role of a project-owner");
    expect(change("mia", "mia", "project-owner")).toThrow("may give the roles");
  });

  it("by an owner gives any role, but does not change their own", () => {
    expect(change("olga", "mia", "project-owner")).not.toThrow();
    expect(change("olga", "ed", null)).not.toThrow();
    expect(change("olga", "olga", "project-editor")).toThrow("their own role");
    expect(change("olga", "olga", "project-owner")).not.toThrow();
  });

  it("by the workspace itself is free", () => {
    expect(change(null, "olga", "project-editor")).not.toThrow();
  });
});
