import type { HttpReply, RequestFunction } from '@tallyboard/jira/http.ts';
import type { Host, HostInfo } from '../host.ts';
import { parseHostInfo } from '../info.ts';
import { createFetchRequest, type FetchSettings } from '../standalone/fetch-request.ts';
import { createFramelessHost } from '../standalone/standalone-host.ts';

export interface DemoSettings extends FetchSettings {
  readonly search?: string;
  /** The gadget of the page, whose settings are those of the demo's dashboard; null for other pages. */
  readonly gadget?: string | null;
  readonly known?: Partial<HostInfo>;
  readonly open?: (url: string) => void;
  /** The server lets this reader change no issue. */
  readonly readOnly?: boolean;
}

/** The demo: every request but a dashboard's goes to /f_demo, with the original request as its body. */
export function createDemoHost(settings: DemoSettings = {}): Host {
  const info = parseHostInfo(settings.search ?? '', {
    demo: true,
    licensed: true,
    ...settings.known,
  });
  const direct = createFetchRequest(settings);
  const host = createFramelessHost(info, viaDemo(direct), settings);
  const { gadget } = settings;
  const isPreset = gadget != null && info.dashboardItemId === null;
  return isPreset ? { ...host, gadgetSettings: presetSettings(direct, gadget) } : host;
}

/** What a visitor saves lasts as long as the page. */
function presetSettings(direct: RequestFunction, gadget: string): Host['gadgetSettings'] {
  let saved: unknown;
  return {
    async read() {
      if (saved !== undefined) return saved;
      const request = { method: 'GET', path: '/f_demo', query: { gadget } } as const;
      const { status, body } = await direct(request);
      if (status !== 200) throw new Error('This server has no demo.');
      return JSON.parse(body);
    },
    async save(value) {
      saved = value;
    },
  };
}

function viaDemo(direct: RequestFunction): RequestFunction {
  return async (request, signal) => {
    if (request.path.startsWith('/rest/api/2/dashboard')) return direct(request, signal);
    const reply = await direct({ method: 'POST', path: '/f_demo', body: request }, signal);
    // Its address is that of the demo, not of the call.
    return { status: reply.status, headers: reply.headers, body: unwrap(reply) };
  };
}

/** The demo may wrap the body in a JSON string, except for failures of the server itself. */
function unwrap(reply: HttpReply): string {
  try {
    const value: unknown = JSON.parse(reply.body);
    if (typeof value === 'string') return value;
  } catch {
    // Not JSON: an error page, which the error mapping reads.
  }
  return reply.body;
}
