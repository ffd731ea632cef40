import { existsSync } from "node:fs";

/** The path, or with the first number that is free: "Dubyard", "Dubyard 2". */
export function freeName(wanted: string): string {
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? wanted : `${wanted} ${number}`;
    if (!existsSync(name)) return name;
  }
}
