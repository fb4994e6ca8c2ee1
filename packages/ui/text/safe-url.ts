const SAFE = new Set(['http:', 'https:', 'mailto:']);

/** The address, or a blank page where it would run script (javascript:, data:, vbscript:, also disguised). */
export function safeUrl(url: string): string {
  try {
    const parsed = new URL(url, 'https://relative.invalid');
    return SAFE.has(parsed.protocol) ? url : 'about:blank';
  } catch {
    return 'about:blank';
  }
}
