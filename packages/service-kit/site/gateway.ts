/** Atlassian's gateway to Jira Cloud, https://api.atlassian.com/ex/jira/CLOUDID: for service accounts and tokens with scopes. */

export const isGateway = (site: string): boolean => /\/ex\/jira\/[^/]+$/.test(site);

/** The gateway's refusal of a call that the scopes of the token do not include. */
export const isScopeRefusal = (status: number, body: Buffer): boolean =>
  (status === 401 || status === 403) &&
  body.length < 2_000 &&
  /\bscope does not match\b/i.test(body.toString('utf8'));

/** The same for all records of a kind. */
export const scopeRefusal = ({ method, path }: { method: string; path: string }): string =>
  `The token has no scope for ${method} ${path.replace(/(?<!\/api)\/\d+(?=\/|$)/g, '/{id}')}: its data is missing. docs/scopes.md lists the scopes.`;

export const namesScope = (words: string): boolean => words.startsWith('The token has no scope');

/** Passes each text on once. */
export function onceEach(write: (text: string) => void): (text: string) => void {
  const written = new Set<string>();
  return text => {
    if (written.has(text)) return;
    written.add(text);
    write(text);
  };
}
