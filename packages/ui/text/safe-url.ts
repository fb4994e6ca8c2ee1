const SAFE = new Set(['http:', 'https:', 'mailto:']);

/** Replaces addresses that run scripts (javascript:, data:, vbscript:, also disguised) by a blank page. */
export function safeUrl(url: string): string {
  try {
    const parsed = new URL(url, 'https://relative.invalid');
    return SAFE.has(parsed.protocol) ? url : 'about:blank';
  } catch {
    return 'about:blank';
  }
}
