/** Text of others, who do not say in which letters they write. */

/** The text of these bytes: UTF-8 or UTF-16, with a byte order mark or without, else the letters of old Windows. */
export function decode(bytes: Uint8Array): string {
  const start = Buffer.from(bytes.subarray(0, 4)).toString('hex');
  if (/^fffe|^(?!00)..00/.test(start)) return new TextDecoder('utf-16le').decode(bytes);
  if (/^feff|^00(?!00)/.test(start)) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
