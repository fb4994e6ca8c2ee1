import { SettingsError } from '../settings.ts';
import { isLoopback } from '../sign-in/settings.ts';

/** Throws SettingsError where a token would be sent over http to another machine. */
export function requireHttps(site: string, insecure: boolean): void {
  const { protocol, hostname } = new URL(site);
  if (protocol === 'https:' || isLoopback(hostname) || insecure) return;
  throw new SettingsError(
    `Over http everybody on the way can read the token. Give the https address of ${hostname}. --insecure (or TALLYBOARD_INSECURE=1) allows http.`,
  );
}

export const isInsecureAllowed = (flag: boolean | undefined): boolean =>
  flag === true || process.env.TALLYBOARD_INSECURE === '1';
