import { randomBytes } from 'node:crypto';
import { StoreError } from '@tallyboard/database/store-error.ts';
import type { Store } from '@tallyboard/server-store/store.ts';
import { factorScope } from '@tallyboard/service-kit/sign-in/accounts.ts';
import { idOf } from '@tallyboard/service-kit/sign-in/sessions.ts';
import { decrypt, type EncryptedText, encrypt } from '@tallyboard/service-kit/site/secret-key.ts';
import { Secret, TOTP } from 'otpauth';

interface StoredFactor {
  readonly secret: EncryptedText;
  /** False until a code has confirmed the enrolment. */
  readonly active: boolean;
  /** Hashes of the unused ones. */
  readonly recoveryCodes: readonly string[];
  /** The time step of the last code: it and earlier ones are refused (replay). */
  readonly step: number;
}

const RECOVERY_CODES = 8;
/** Time steps of 30 s that the clock of a phone may be off. */
const WINDOW = 1;

/** Time-based one-time passwords (TOTP, RFC 6238) of accounts with a password. */
export function secondFactors(
  { properties }: Pick<Store, 'properties'>,
  key: () => Buffer,
  now: () => number,
) {
  const purposeOf = (account: string) => `${factorScope} of ${account}`;
  async function read(account: string) {
    const stored = await properties.get(factorScope, account);
    return {
      factor: (stored?.value ?? null) as StoredFactor | null,
      version: stored?.version ?? 0,
    };
  }
  /** False if another request has changed it: a code must not work twice in parallel. */
  async function write(account: string, factor: StoredFactor, version: number): Promise<boolean> {
    try {
      await properties.set(factorScope, account, factor, version);
      return true;
    } catch (error) {
      if (error instanceof StoreError && error.reason === 'conflict') return false;
      throw error;
    }
  }
  const totpOf = (account: string, secret: Secret) =>
    new TOTP({ issuer: 'Tallyboard', label: account, secret });

  /** The time step of a valid code; null for a wrong or used one. */
  function stepOf(account: string, factor: StoredFactor, code: string): number | null {
    const secret = decrypt(key(), factor.secret, purposeOf(account));
    if (secret === null)
      throw new Error(
        `The second factor of '${account}' was encrypted with another key. Bring that key back, or remove the factor: tallyboard account ${account} --remove-second-factor`,
      );
    const totp = totpOf(account, Secret.fromBase32(secret));
    const timestamp = now();
    const delta = totp.validate({ token: code.replace(/\s/g, ''), timestamp, window: WINDOW });
    const step = delta === null ? null : totp.counter({ timestamp }) + delta;
    return step !== null && step > factor.step ? step : null;
  }

  return {
    /** The number of unused recovery codes; null if the second factor is off. */
    async recoveryCodesOf(account: string): Promise<number | null> {
      const { factor } = await read(account);
      return factor?.active ? factor.recoveryCodes.length : null;
    },

    /** Begins an enrolment in place of an unconfirmed one; null if the second factor is on already. */
    async enrol(account: string): Promise<TOTP | null> {
      const { factor, version } = await read(account);
      if (factor?.active) return null;
      const totp = totpOf(account, new Secret());
      const secret = encrypt(key(), totp.secret.base32, purposeOf(account));
      const begun = { secret, active: false, recoveryCodes: [], step: 0 };
      return (await write(account, begun, version)) ? totp : null;
    },

    /** Turns an enrolment on and returns its recovery codes; null for a wrong code. */
    async confirm(account: string, code: string): Promise<readonly string[] | null> {
      const { factor, version } = await read(account);
      const step = factor && !factor.active ? stepOf(account, factor, code) : null;
      if (!factor || step === null) return null;
      const codes = Array.from({ length: RECOVERY_CODES }, () =>
        randomBytes(10)
          .toString('hex')
          .replace(/.{5}(?=.)/g, '$&-'),
      );
      const active = { ...factor, active: true, recoveryCodes: codes.map(idOf), step };
      return (await write(account, active, version)) ? codes : null;
    },

    /** Uses up a code or a recovery code; null for a wrong or used one. */
    async use(account: string, code: string): Promise<'code' | 'recovery code' | null> {
      const { factor, version } = await read(account);
      if (!factor?.active) return null;
      const hash = idOf(code.trim().toLowerCase());
      const recoveryCodes = factor.recoveryCodes.filter(each => each !== hash);
      if (recoveryCodes.length < factor.recoveryCodes.length)
        return (await write(account, { ...factor, recoveryCodes }, version))
          ? 'recovery code'
          : null;
      const step = stepOf(account, factor, code);
      if (step === null) return null;
      return (await write(account, { ...factor, step }, version)) ? 'code' : null;
    },
  };
}

export type SecondFactors = ReturnType<typeof secondFactors>;
