/** Writes to stdout and stderr whose reader is slow, or has ended. */
import { Writable } from "node:stream";
import { expect, it } from "vitest";
import { createStreamWriter } from "../../../main/headless/terminal-streams";

/** A stream whose reader takes a chunk at each call of `read`. */
function slowStream() {
  const taken: string[] = [];
  let next: (() => void) | null = null;
  const stream = new Writable({
    highWaterMark: 10,
    decodeStrings: false,
    write(chunk: string, _encoding, callback) {
      next = () => {
        taken.push(chunk);
        callback();
      };
    },
  });
  const read = () => {
    const take = next;
    next = null;
    take?.();
  };
  return { stream: stream as unknown as NodeJS.WriteStream, taken, read };
}

it("is ready when the reader has received enough, and drained when it has received all", async () => {
  const { stream, taken, read } = slowStream();
  const writer = createStreamWriter(stream);
  const events: string[] = [];
  await writer.ready();
  for (const text of ["12345", "67890", "abcde"]) writer.write(text);
  expect(writer.isBehind()).toBe(true);
  const ready = writer.ready().then(() => events.push("ready"));
  const drained = writer.drained().then(() => events.push("drained"));
  await Promise.resolve();
  expect(events).toEqual([]);
  for (let chunk = 0; chunk < 4; chunk += 1) {
    read();
    await new Promise(setImmediate);
  }
  await Promise.all([ready, drained]);
  expect(taken.join("")).toBe("1234567890abcde");
  expect(writer.fault()).toBe("");
});

it("ends all waits and writes nothing more after the reader has ended", async () => {
  const { stream } = slowStream();
  const writer = createStreamWriter(stream);
  writer.write("a".repeat(20));
  const waits = Promise.all([writer.ready(), writer.drained()]);
  let closed = 0;
  writer.onClosed(() => (closed += 1));
  stream.emit("error", Object.assign(new Error("write EPIPE"), { code: "EPIPE" }));
  await waits;
  writer.write("more");
  await writer.drained();
  writer.onClosed(() => (closed += 1));
  expect([closed, writer.fault(), writer.isBehind()]).toEqual([2, "", false]);
});

it("names another reason for which the stream cannot be written", () => {
  const { stream } = slowStream();
  const writer = createStreamWriter(stream);
  stream.emit("error", Object.assign(new Error("no space"), { code: "ENOSPC" }));
  expect(writer.fault()).toBe("ENOSPC");
});
