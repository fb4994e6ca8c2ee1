import { recordOf } from '@tallyboard/core/unknown.ts';
import { SettingsError } from '@tallyboard/service-kit/settings.ts';
import { isLoopback } from '@tallyboard/service-kit/sign-in/settings.ts';

export type ReportTarget = ReturnType<typeof parseDsn>;

/** Parses the DSN of a project at Sentry or a compatible service. Allows http on loopback only. Throws SettingsError. */
export function parseDsn(text: string) {
  const wrong = new SettingsError(
    'TALLYBOARD_ERROR_REPORTS is the address of a project, such as https://KEY@sentry.example.com/1.',
  );
  const url = URL.parse(text);
  if (!url) throw wrong;
  const [, path = '', project = ''] = /^(.*)\/(\w+)\/?$/.exec(url.pathname) ?? [];
  const secure =
    url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname));
  if (!secure || !/^\w+$/.test(url.username) || project === '') throw wrong;
  return {
    endpoint: `${url.origin}${path}/api/${project}/envelope/`,
    key: url.username,
    dsn: `${url.protocol}//${url.username}@${url.host}${path}/${project}`,
  };
}

/** Parses origins of a setting, separated by spaces or commas. Allows http on loopback only. Throws SettingsError. */
export function parseOrigins(text: string, setting: string): readonly string[] {
  return text.split(/[\s,]+/).flatMap(origin => {
    if (origin === '') return [];
    const url = URL.parse(origin);
    const secure = url?.protocol === 'https:' || (url && isLoopback(url.hostname));
    if (secure && url?.origin === origin) return [origin];
    throw new SettingsError(
      `${setting} has origins such as https://app.example.com, not '${origin}'.`,
    );
  });
}

/** An error in a page: frames of our own code, and none of the reader's data. */
export type ErrorReport = NonNullable<ReturnType<typeof readReport>>;

/** Flavour, screen, origin of the framing site. */
const TAGS: Readonly<Record<string, RegExp>> = {
  flavour: /^(cloud|data-center)$/,
  screen: /^[a-z-]{1,30}$/,
  xdm_e: /^https?:\/\/[\w.:-]{1,200}$/,
};
const MAX_FRAMES = 30;

/** Parses a report and drops unknown members; null for anything else. Pages have removed data of readers. */
export function readReport(body: unknown) {
  const { type, text, frames, tags } = recordOf(body);
  if (typeof type !== 'string' || !/^\w{1,60}$/.test(type)) return null;
  if (typeof text !== 'string' || text.length > 200 || !Array.isArray(frames)) return null;
  return {
    type,
    text: withoutData(text),
    frames: frames.slice(0, MAX_FRAMES).flatMap(each => readFrame(each) ?? []),
    tags: Object.fromEntries(
      Object.entries(recordOf(tags)).filter(
        (tag): tag is [string, string] =>
          typeof tag[1] === 'string' && (TAGS[tag[0]]?.test(tag[1]) ?? false),
      ),
    ),
  };
}

function readFrame(value: unknown) {
  const { file, place, line, column } = recordOf(value);
  const fits = typeof file === 'string' && /^[\w.-]{1,100}\.js$/.test(file);
  if (!fits || typeof place !== 'string' || !/^[\w$.<> ]{0,80}$/.test(place)) return null;
  return Number.isSafeInteger(line) && Number.isSafeInteger(column)
    ? { file, place, line: Number(line), column: Number(column) }
    : null;
}

/** Removes quoted texts and numbers again, in case a manipulated page sent them. */
function withoutData(text: string): string {
  return text.replace(/["'`“”‘’«»][\s\S]*/, '…').replace(/\d+/g, 'N');
}

/** A Sentry envelope: three lines of JSON. The id has 32 hexadecimal digits. */
export function toEnvelope(
  report: ErrorReport,
  { dsn }: ReportTarget,
  { id, now, release }: { readonly id: string; readonly now: number; readonly release: string },
): string {
  const { xdm_e: site } = report.tags;
  const event = {
    event_id: id,
    timestamp: now / 1000,
    platform: 'javascript',
    level: 'error',
    release,
    tags: report.tags,
    // The user is the site, never a person.
    ...(site !== undefined && { user: { username: new URL(site).hostname.split('.')[0] } }),
    exception: {
      values: [{ type: report.type, value: report.text, stacktrace: { frames: framesOf(report) } }],
    },
  };
  const head = { event_id: id, dsn, sent_at: new Date(now).toISOString() };
  return [head, { type: 'event' }, event].map(line => JSON.stringify(line)).join('\n');
}

/** Sentry wants the innermost call last. */
const framesOf = ({ frames }: ErrorReport) =>
  frames.toReversed().map(({ file, place, line, column }) => ({
    filename: `app:///${file}`,
    function: place,
    lineno: line,
    colno: column,
    in_app: true,
  }));
