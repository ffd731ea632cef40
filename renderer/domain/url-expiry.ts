/**
 * The time at which a signed URL expires, in milliseconds since the epoch; null if the URL does not
 * contain it. Known are AWS and compatible services (X-Amz-Date and X-Amz-Expires, or Expires),
 * Google (X-Goog-…) and Azure (se).
 */
export function urlExpiry(text: string): number | null {
  let query: URLSearchParams;
  try {
    query = new URL(text.trim()).searchParams;
  } catch {
    return null;
  }
  const named = new Map([...query].map(([name, value]) => [name.toLowerCase(), value]));
  for (const vendor of ["x-amz", "x-goog"]) {
    const signedAt = basicDate(named.get(`${vendor}-date`) ?? "");
    const seconds = Number(named.get(`${vendor}-expires`) ?? NaN);
    if (signedAt !== null && Number.isFinite(seconds)) return signedAt + seconds * 1000;
  }
  const isSigned = named.has("signature") || named.has("sig");
  const seconds = Number(named.get("expires") ?? NaN);
  if (isSigned && Number.isFinite(seconds)) return seconds * 1000;
  const end = Date.parse(named.get("se") ?? "");
  return isSigned && !Number.isNaN(end) ? end : null;
}

/** "20261121T194500Z". */
function basicDate(text: string): number | null {
  const parts = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(text);
  if (!parts) return null;
  const [year = 0, month = 1, day = 1, hours = 0, minutes = 0, seconds = 0] = parts
    .slice(1)
    .map(Number);
  return Date.UTC(year, month - 1, day, hours, minutes, seconds);
}
