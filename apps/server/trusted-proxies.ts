import { isIP, isIPv4 } from 'node:net';
import { SettingsError } from '@tallyboard/service-kit/settings.ts';

/** Networks that proxy-addr knows by name. */
const NAMES = ['loopback', 'linklocal', 'uniquelocal'];

/** Checks addresses and networks with commas between them, as Fastify takes them. Throws SettingsError. */
export function readProxies(text: string): string {
  const wrong = text.split(',').find(each => !isNetwork(each.trim()));
  if (wrong === undefined) return text;
  throw new SettingsError(
    `TALLYBOARD_TRUSTED_PROXIES has addresses and networks such as 10.0.0.7, 10.0.0.0/8 or loopback, with commas between them, not '${wrong.trim()}'.`,
  );
}

function isNetwork(text: string): boolean {
  if (NAMES.includes(text)) return true;
  const [address = '', mask, ...more] = text.split('/');
  const family = isIP(address);
  if (family === 0 || more.length > 0) return false;
  if (mask === undefined) return true;
  if (!/^\d+$/.test(mask)) return family === 4 && isIPv4(mask);
  return Number(mask) > 0 && Number(mask) <= (family === 4 ? 32 : 128);
}
