/** JSON-RPC with the frame around this one, as MCP Apps speak it. Their library is larger than our page may be. */
import { isRecord } from '@tallyboard/core/unknown.ts';

type Params = Readonly<Record<string, unknown>>;

export interface FrameBridge {
  request(method: string, params: object): Promise<unknown>;
  notify(method: string, params: object): void;
}

/** `onNotice` receives the notifications of the parent. Its requests get an empty answer, as they only say that the frame ends. */
export function openBridge(onNotice: (method: string, params: Params) => void): FrameBridge {
  const { parent } = window;
  const open = new Map<unknown, { resolve(value: unknown): void; reject(error: Error): void }>();
  let last = 0;
  // A sandboxed frame does not know the origin of its parent.
  const send = (message: object) => parent.postMessage({ jsonrpc: '2.0', ...message }, '*');
  window.addEventListener('message', ({ source, data }: MessageEvent<unknown>) => {
    if (source !== parent || !isRecord(data) || data.jsonrpc !== '2.0') return;
    const { id, method, params, result, error } = data;
    if (typeof method === 'string') {
      if (id === undefined) onNotice(method, isRecord(params) ? params : {});
      else send({ id, result: {} });
      return;
    }
    const call = open.get(id);
    open.delete(id);
    if (isRecord(error)) call?.reject(new Error(String(error.message)));
    else call?.resolve(result);
  });
  return {
    request(method, params) {
      last += 1;
      const id = last;
      return new Promise((resolve, reject) => {
        open.set(id, { resolve, reject });
        send({ id, method, params });
      });
    },
    notify: (method, params) => send({ method, params }),
  };
}

/** Tells the parent how high the page is, now and after each change. */
export function reportSize({ notify }: FrameBridge): void {
  let last = '';
  const report = () => {
    const { width } = document.documentElement.getBoundingClientRect();
    const height = Math.ceil(document.body.getBoundingClientRect().height);
    const size = { width: Math.ceil(width), height };
    if (JSON.stringify(size) === last) return;
    last = JSON.stringify(size);
    notify('ui/notifications/size-changed', size);
  };
  new ResizeObserver(report).observe(document.body);
  report();
}
