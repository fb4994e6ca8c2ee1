import { findMessage } from '../start-error.ts';
import messages from './network-errors.json' with { type: 'json' };

export interface NetworkProblem {
  readonly message: string;
  /** Waiting does not help: the address, or the trust in its certificate, has to be changed. */
  readonly isSetup: boolean;
}

/** Addresses that have answered: these speak the protocol that was asked for. */
export const answered = new Set<string>();

const SETUP_CODE = /^(.*CERT.*|UNABLE_TO_.*|INVALID_CA|ENOTFOUND|ERR_SSL_.*|EPROTO|bad port)$/;

/** Why a call failed without a reply, and what to do. @param site its address */
export function networkProblem(error: unknown, site: string): NetworkProblem {
  const { host, hostname, port, protocol } = new URL(site);
  const { code, reason } = causeOf(error);
  const words = error instanceof Error ? error.message : '';
  const known = answered.has(site) ? 'known' : 'unknown';
  const text = `${code} ${code === '' ? reason : words} ${protocol} ${known}`;
  const { HTTPS_PROXY, https_proxy, NODE_USE_ENV_PROXY } = process.env;
  const hasProxy = (HTTPS_PROXY ?? https_proxy) !== undefined;
  const proxy =
    hasProxy && NODE_USE_ENV_PROXY !== '1'
      ? ' HTTPS_PROXY is used only with NODE_USE_ENV_PROXY=1.'
      : ' If a proxy is needed, set HTTPS_PROXY and NODE_USE_ENV_PROXY=1.';
  const because = code === '' ? '' : ` (${code})`;
  const values = { host, name: hostname, port, code, reason, because, proxy };
  const message = findMessage(messages, text, values) ?? `${host} does not answer${because}.`;
  return { message, isSetup: SETUP_CODE.test(code || reason) };
}

/** The innermost cause with a code: fetch wraps the errors of connections. */
function causeOf(error: unknown): { readonly code: string; readonly reason: string } {
  let found = { code: '', reason: '' };
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    const { code } = at as { code?: unknown };
    if (typeof code === 'string' || found.code === '')
      found = { code: typeof code === 'string' ? code : '', reason: at.message };
  }
  return found;
}
