import type { HttpRequest } from './http.ts';

/** Path and query as one address from the host's root. Lists repeat their name; undefined is left out. */
export function writeUrl(request: Pick<HttpRequest, 'path' | 'query'>): string {
  const parts: string[] = [];
  for (const [name, value] of Object.entries(request.query ?? {})) {
    if (value === undefined) continue;
    const values = typeof value === 'object' ? value : [value];
    for (const each of values)
      parts.push(`${encodeURIComponent(name)}=${encodeURIComponent(String(each))}`);
  }
  return parts.length === 0 ? request.path : `${request.path}?${parts.join('&')}`;
}

/** A path whose inserted values are escaped: path`/rest/api/2/issue/${key}`. */
export function path(texts: TemplateStringsArray, ...values: readonly (string | number)[]): string {
  return texts.reduce(
    (whole, text, index) => whole + encodeURIComponent(String(values[index - 1])) + text,
  );
}
