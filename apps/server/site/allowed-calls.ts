/**
 * The calls that the proxy forwards to Jira are in allowed-calls.json: the reads that our client makes, and no others.
 * None changes anything in Jira, whatever its method.
 */
import calls from './allowed-calls.json' with { type: 'json' };

/** What a placeholder matches: ids and keys of Jira. */
const PLACEHOLDERS = { '{id}': '\\d{1,19}', '{name}': '[A-Za-z0-9][A-Za-z0-9_-]{0,254}' };

/** A method and a path of the list, with its placeholders. */
export type AllowedCall = (typeof allowedCalls)[number];

export const allowedCalls = Object.entries(calls).flatMap(([method, patterns]) =>
  patterns.map(pattern => ({ method, pattern })),
);

const matchers = allowedCalls.map(call => ({
  call,
  matcher: new RegExp(
    `^${call.pattern
      .replaceAll('.', '\\.')
      .replace(/\{\w+\}/g, name => PLACEHOLDERS[name as keyof typeof PLACEHOLDERS])}$`,
  ),
}));

export type SafeAddress = NonNullable<ReturnType<typeof readAddress>>;

const MAX_ADDRESS = 16_384;

/**
 * Splits the raw request target; null where Jira could read another path in it than we do. No path of the list needs
 * percent-encoding, so an encoded path is refused rather than decoded.
 */
export function readAddress(url: string) {
  if (url.length > MAX_ADDRESS) return null;
  const [path = '', ...rest] = url.split('?');
  /** With its question mark; '' without one. */
  const query = rest.length === 0 ? '' : `?${rest.join('?')}`;
  if (!/^(\/[A-Za-z0-9._-]+)+$/.test(path)) return null;
  if (path.split('/').some(part => part === '.' || part === '..')) return null;
  // Printable ASCII without '#'.
  if (!/^[!-"$-~]*$/.test(query)) return null;
  return { path, query };
}

/** The call of the list that matches; null: not forwarded. */
export function findAllowed(method: string, path: string): AllowedCall | null {
  return (
    matchers.find(({ call, matcher }) => call.method === method && matcher.test(path))?.call ?? null
  );
}
