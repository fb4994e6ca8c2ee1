import type { AuthSettings } from '../sign-in/auth.ts';

/** Sign-in with the passwords of the store, on this machine. */
export const PASSWORD_AUTH: AuthSettings = {
  signIn: {
    openId: null,
    account: null,
    roles: { admins: [], editors: [], standard: 'reader' },
  },
  publicUrl: null,
  key: () => Buffer.alloc(32),
};
