import type { Access } from '@tallyboard/replica/store/access.ts';

const windowMs = 15 * 60_000;
export const MAX_FAILURES = { address: 20, account: 10 } as const;
/** Visits to the provider that an address may begin: each is remembered for a while. */
const MAX_PROVIDER_VISITS = 100;

/**
 * Counts attempts to sign in, of an address and of an account. An attempt is counted before it is looked at, so that
 * many at once are no way around; one that succeeds is taken back.
 */
export function createThrottle(access: Access, now: () => number) {
  const namesOf = (address: string, account: string) => [
    { name: `address ${address}`, most: MAX_FAILURES.address },
    { name: `account ${account}`, most: MAX_FAILURES.account },
  ];
  return {
    /** False when there were too many: then the password is not even looked at. */
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
