import { resolve } from 'node:path';
import { SettingsError, type StartSettings } from '@tallyboard/service-kit/settings.ts';
import { readSecretKey } from '@tallyboard/service-kit/site/secret-key.ts';
import type { ConnectSettings } from './connect.ts';

/**
 * Settings of the Connect app; empty without --connect. TALLYBOARD_CONNECT_SITES lists the sites that may install it,
 * separated by commas. Throws SettingsError.
 */
export function connectSettings(
  { connect, publicUrl, dataDir }: Pick<StartSettings, 'connect' | 'publicUrl' | 'dataDir'>,
  environment: NodeJS.ProcessEnv,
): { connect?: ConnectSettings } {
  if (!connect) return {};
  if (publicUrl?.protocol !== 'https:') {
    throw new SettingsError(
      'With --connect say where Jira Cloud reaches this server: --public-url https://reports.example.com',
    );
  }
  const sites = (environment.TALLYBOARD_CONNECT_SITES ?? '')
    .split(',')
    .map(site => site.trim().toLowerCase())
    .filter(site => site !== '');
  const wrong = sites.find(site => !/^[\w-]+(\.[\w-]+)+$/.test(site));
  if (wrong !== undefined) {
    throw new SettingsError(
      `TALLYBOARD_CONNECT_SITES holds names such as example.atlassian.net, not '${wrong}'.`,
    );
  }
  const key = readSecretKey(environment.TALLYBOARD_KEY, resolve(dataDir));
  return { connect: { baseUrl: publicUrl.origin, key, sites } };
}
