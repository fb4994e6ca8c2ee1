import { readFileSync } from 'node:fs';

/** Secrets that a file can hold: `NAME_FILE` is its path (secrets of containers, LoadCredential of systemd). */
const SECRETS = [
  'DATABASE_URL',
  'PGPASSWORD',
  'TALLYBOARD_KEY',
  'TALLYBOARD_OIDC_CLIENT_SECRET',
  'TALLYBOARD_PASSWORD_HASH',
  'TALLYBOARD_SMTP_URL',
  'TALLYBOARD_TOKEN',
];

/** Sets each secret that a file holds; an empty file sets none. Returns what is wrong, or null. */
export function readSecretFiles(environment: NodeJS.ProcessEnv): string | null {
  for (const name of SECRETS) {
    const path = environment[`${name}_FILE`];
    if (!path) continue;
    if (environment[name]) return `${name} and ${name}_FILE are both set. Use one of them.`;
    try {
      environment[name] = readFileSync(path, 'utf8').trim();
      delete environment[`${name}_FILE`];
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      const why =
        code === 'ENOENT' ? 'there is no such file' : code === 'EISDIR' ? 'it is a folder' : code;
      return `${name}_FILE names '${path}', which cannot be read: ${why}.`;
    }
  }
  return null;
}
