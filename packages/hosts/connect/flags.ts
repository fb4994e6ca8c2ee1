import type { Host } from '../host.ts';
import type { ConnectBridge } from './bridge.ts';

let lastAction = 0;

/** Messages as the host shows them; null where the bridge has none. */
export function flagsOf({ flag: flags, events }: ConnectBridge): Host['showFlag'] {
  if (!flags) return null;
  // Every button has a name of its own, so that the host's word of a click finds it.
  const actions = new Map<string, () => void>();
  events?.on('flag.action', data => {
    const name =
      typeof data === 'object' && data !== null ? Reflect.get(data, 'actionIdentifier') : null;
    actions.get(String(name))?.();
  });
  return ({ kind, title, text = '', action }) => {
    const name = `tallyboard-${++lastAction}`;
    const shown = flags.create({
      title,
      body: text,
      type: kind === 'information' ? 'info' : kind,
      close: kind === 'error' || kind === 'warning' ? 'manual' : 'auto',
      ...(action && { actions: { [name]: action.label } }),
    });
    let open = true;
    const close = () => {
      if (open) shown.close();
      open = false;
      actions.delete(name);
    };
    if (action) {
      actions.set(name, () => {
        close();
        action.onSelect();
      });
    }
    return close;
  };
}
