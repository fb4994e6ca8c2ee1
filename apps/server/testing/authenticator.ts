import { TOTP } from 'otpauth';

/** The present code of an authenticator app that has this key. */
export const codeNow = (secret: string): string => new TOTP({ secret }).generate();
