const hostOf = (text: string) => (URL.canParse(text) ? new URL(text).hostname : "");

/** The host to which the code of an invitation is sent; "" for a text that is none. */
export function serverOfInvitation(invitation: string): string {
  const text = invitation.trim();
  if (!URL.canParse(text)) return "";
  const { protocol, searchParams } = new URL(text);
  // A link that opens the application has the address of the service as a parameter.
  return hostOf(/^https?:$/.test(protocol) ? text : (searchParams.get("service") ?? ""));
}
