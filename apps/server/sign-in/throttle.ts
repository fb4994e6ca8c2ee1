import type { Access } from '@tallyboard/replica/store/access.ts';

const windowMs = 15 * 60_000;
export const MAX_FAILURES = { address: 20, account: 10 } as const;
/** OpenID sign-ins started by one address: each stores a row. */
const MAX_PROVIDER_VISITS = 100;

/**
 * Limits sign-in attempts by address and by account. Each attempt counts before it is checked, so that parallel attempts
 * count too; a successful one is taken back.
 */
export function createThrottle(access: Access, now: () => number) {
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
        if ((await access.addFailure(name, at, at - windowMs)) > most) open = false;
      }
      return open;
    },
    async begin(address: string): Promise<boolean> {
      const at = now();
      return (
        (await access.addFailure(`provider ${address}`, at, at - windowMs)) <= MAX_PROVIDER_VISITS
      );
    },
    async succeeded(address: string, account: string): Promise<void> {
      await access.takeBackFailure(`address ${address}`);
      await access.forgetFailures(`account ${account}`);
    },
  };
}
