import type { SignInStore } from '@tallyboard/server-store/sign-ins.ts';

const windowMs = 15 * 60_000;
export const MAX_FAILURES = {
  address: 20,
  accountAtAddress: 10,
  /** From all addresses together. */
  account: 100,
  knownBrowser: 10,
  /** Codes of the second factor, from all addresses together: asked for only after the right password. */
  code: 10,
} as const;
/** OpenID sign-ins started by one address: each stores a row. */
const MAX_PROVIDER_VISITS = 100;
/** Checks of one reader's Jira token in an hour. */
export const MAX_TOKEN_CHECKS = 5;
const HOUR_MS = 60 * 60_000;

interface SignInTry {
  readonly address: string;
  readonly account: string;
  /** A browser in which the account has signed in before; null for any other. */
  readonly browser: string | null;
}

/**
 * Limits sign-in attempts. Each counts before it is checked, so that parallel ones count too; a successful one is taken
 * back. A browser in which the account has signed in before has a limit of its own, so that nobody can keep a person out
 * by failing in their name.
 */
export function createThrottle(signIns: SignInStore, now: () => number) {
  const namesOf = ({ address, account, browser }: SignInTry): [string, number][] =>
    browser === null
      ? [
          [`address ${address}`, MAX_FAILURES.address],
          [`account ${account} at ${address}`, MAX_FAILURES.accountAtAddress],
          [`account ${account}`, MAX_FAILURES.account],
        ]
      : [[`browser ${browser}`, MAX_FAILURES.knownBrowser]];
  const codeName = (account: string, browser: string | null) =>
    browser === null ? `code of ${account}` : `code in browser ${browser}`;
  /** False when over the limit. */
  async function count(name: string, most: number, within = windowMs): Promise<boolean> {
    const at = now();
    return (await signIns.addFailure(name, at, at - within)) <= most;
  }
  return {
    /** False when over a limit. */
    async take(tried: SignInTry): Promise<boolean> {
      let open = true;
      for (const [name, most] of namesOf(tried)) open = (await count(name, most)) && open;
      return open;
    },
    takeCode: (account: string, browser: string | null): Promise<boolean> =>
      count(codeName(account, browser), MAX_FAILURES.code),
    codeSucceeded: (account: string, browser: string | null): Promise<void> =>
      signIns.clearFailures(codeName(account, browser)),
    takeTokenCheck: (account: string): Promise<boolean> =>
      count(`jira token of ${account}`, MAX_TOKEN_CHECKS, HOUR_MS),
    begin: (address: string): Promise<boolean> => count(`provider ${address}`, MAX_PROVIDER_VISITS),
    async succeeded(tried: SignInTry): Promise<void> {
      for (const [name, most] of namesOf(tried)) {
        if (most === MAX_FAILURES.address) await signIns.takeBackFailure(name);
        else await signIns.clearFailures(name);
      }
    },
  };
}
