/** Tests of the connection to a workspace's service; one runs at a time. */
import { connectionTest as test } from "../model";
import { call, inWorkspace, nothing } from "./call";

export const connectionTest = {
  /** Starts a test in place of a running one. Its steps cause the topic "connectionTest". */
  start: call(inWorkspace, nothing),
  /** The running or last test of this workspace; null if there is none. */
  get: call(inWorkspace, test.nullable()),
  cancel: call(nothing, nothing),
};
