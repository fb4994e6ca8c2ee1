import { SettingsError } from '../settings.ts';

/** Where error reports go: the address that Sentry, and what speaks like it, gives a project. */
export interface ReportTarget {
  /** Takes envelopes. */
  readonly endpoint: string;
  readonly key: string;
  /** The whole address, as envelopes name it. */
  readonly dsn: string;
}

/** Reads 'https://KEY@HOST/PATH/PROJECT'. Throws with a sentence for whoever set it. Plain http is for this machine. */
export function parseDsn(text: string): ReportTarget {
  const wrong = new SettingsError(
    'TALLYBOARD_ERROR_REPORTS is the address of a project, such as https://KEY@sentry.example.com/1.',
  );
  if (!URL.canParse(text)) throw wrong;
  const url = new URL(text);
  const near = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  const [, path = '', project = ''] = /^(.*)\/(\w+)\/?$/.exec(url.pathname) ?? [];
  const secure = url.protocol === 'https:' || (url.protocol === 'http:' && near);
  if (!secure || !/^\w+$/.test(url.username) || project === '') throw wrong;
  return {
    endpoint: `${url.origin}${path}/api/${project}/envelope/`,
    key: url.username,
    dsn: `${url.protocol}//${url.username}@${url.host}${path}/${project}`,
  };
}
