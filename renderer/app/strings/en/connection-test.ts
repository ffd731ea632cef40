import type { ConnectionStep } from "../../../../preload/model";

const steps: Record<ConnectionStep, string> = {
  dns: "Host name (DNS)",
  tcp: "Connection (TCP)",
  proxy: "Proxy",
  tls: "Certificate (TLS)",
  service: "Service",
  clock: "Clock",
  credentials: "Credentials",
  storage: "Storage of uploads",
};
/** What to do where the error itself has no text of its own. */
const remedies: Record<ConnectionStep, string> = {
  dns: "Check the address. If other pages work, the name may be known only inside a company network (VPN).",
  tcp: "Nothing responds at this address. Check the address and port, or ask your administrator whether a firewall blocks it.",
  proxy: "Check the proxy above.",
  tls: "The server does not complete the TLS connection. Check that the address is that of the service.",
  service:
    "The host is reachable, but the service does not respond as expected. If the network has a sign-in page, open a browser and sign in. Otherwise check the address, or try again later.",
  clock:
    "Set the clock of this computer. With a wrong time, certificates and upload addresses count as expired.",
  credentials: "Replace the credentials of the workspace.",
  storage:
    "Uploads are sent to this host. Ask your administrator to allow it in the firewall or proxy.",
};

/** The test of a connection. */
export const connectionTest = {
  title: "Test connection",
  text: "Finds out which part fails: name, firewall, proxy, certificate, service or credentials.",
  workspace: "Workspace",
  start: "Test connection",
  again: "Test again",
  cancel: "Cancel",
  copy: "Copy as text",
  copied: "The result was copied",
  steps,
  remedies,
  skipped: "Not tested",
  running: "Testing…",
  cancelled: "Cancelled",
  good: "All steps succeeded.",
  /** "Certificate (TLS)": the first step that failed. */
  bad: (step: string) => `Failed: ${step}`,
  /** "12 ms" */
  failedAfter: (duration: string) => `Failed after ${duration}`,
  clockOff: (difference: string) => `This computer’s clock differs by ${difference}`,
};
