import type { BridgeRequest, ConnectBridge } from '../connect/bridge.ts';
import type { Answer, ArrivedRequest } from './host-contract.ts';

/** AP over a function: resolves and rejects as the real one does, with a copy of an XMLHttpRequest. */
export function fakeConnectBridge(
  answer: (request: ArrivedRequest, sent: BridgeRequest) => Answer | null,
  more: Partial<ConnectBridge> = {},
): ConnectBridge {
  return {
    async request(sent) {
      const { url, type, data } = sent;
      let reply: Answer | null;
      try {
        const body = data === undefined ? undefined : JSON.parse(data);
        reply = answer({ method: type, url, body }, sent);
      } catch {
        throw { xhr: { status: 0, statusText: 'error', responseText: '' }, err: '' };
      }
      if (reply === null) return new Promise(() => {});
      const xhr = { status: reply.status, responseText: reply.body };
      if (reply.status > 299) throw { xhr, err: 'error' };
      return { body: reply.body, xhr };
    },
    resize() {},
    register() {},
    ...more,
  };
}
