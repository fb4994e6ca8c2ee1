/**
 * A path of this server to redirect to after sign-in (open redirect). Browsers read '//', '/\' and control characters
 * as the beginning of another site.
 */
export function returnPath(asked: unknown): string {
  if (typeof asked !== 'string' || asked.length > 2000) return '/';
  if (!/^\/(?![/\\])[!-~]*$/.test(asked) || asked.includes('\\')) return '/';
  const url = URL.parse(asked, 'http://own.invalid');
  if (url?.origin !== 'http://own.invalid') return '/';
  if (/^\/(sign-in|sign-out|rest|replica|plugins)(\/|$)/.test(url.pathname)) return '/';
  return url.pathname.startsWith('//') ? '/' : url.pathname + url.search;
}
