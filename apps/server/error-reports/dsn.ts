import { SettingsError } from '../settings.ts';

/** The DSN of a project at Sentry or a compatible service. */
export interface ReportTarget {
  readonly endpoint: string;
  readonly key: string;
  readonly dsn: string;
}

/** Parses 'https://KEY@HOST/PATH/PROJECT'; http on loopback only. Throws SettingsError. */
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
