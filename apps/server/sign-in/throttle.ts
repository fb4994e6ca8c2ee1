import type { SignInStore } from '@tallyboard/server-store/sign-ins.ts';

const windowMs = 15 * 60_000;
export const MAX_FAILURES = { address: 20, account: 10 } as const;
/** OpenID sign-ins started by one address: each stores a row. */
const MAX_PROVIDER_VISITS = 100;

/**
 * Limits sign-in attempts by address and by account. Each attempt counts before it is checked, so that parallel attempts
 * count too; a successful one is taken back.
 */
export function createThrottle(signIns: SignInStore, now: () => number) {
  const namesOf = (address: string, account: string) => [
    { name: `address ${address}`, most: MAX_FAILURES.address },
    { name: `account ${account}`, most: MAX_FAILURES.account },
  ];
  return {
    /** False when over the limit. */
    async take(address: string, account: string): Promise<boolean> {
      const at = now();
      let open = true;
      for (const { name, most } of namesOf(address, account)) {
        if ((await signIns.addFailure(name, at, at - windowMs)) > most) open = false;
      }
      return open;
    },
    async begin(address: string): Promise<boolean> {
      const at = now();
      return (
        (await signIns.addFailure(`provider ${address}`, at, at - windowMs)) <= MAX_PROVIDER_VISITS
      );
    },
    async succeeded(address: string, account: string): Promise<void> {
      await signIns.takeBackFailure(`address ${address}`);
      await signIns.clearFailures(`account ${account}`);
    },
  };
}
