import type { Host } from '@tallyboard/hosts/host.ts';
import type { CardHost } from '@tallyboard/hosts/standalone/card-host.ts';
import { kindOf } from '@tallyboard/reports/catalogue/gadgets.ts';
import { showFlag, showProblem } from '@tallyboard/ui/feedback/flags.tsx';
import { type RefObject, use, useCallback, useEffect, useRef, useState } from 'react';
import { AnonymousDashboard } from '../snapshot/anonymous-dashboard.tsx';
import { CardBody } from './card-body.tsx';
import { CardPlaces } from './card-places.tsx';
import { columnsOf, type Item } from './dashboard.ts';
import { addItem, deleteItem, settingsOf } from './dashboards-api.ts';
import { startDrag } from './drag.ts';
import { type CardActions, GadgetCard } from './gadget-card.tsx';
import { useTitles } from './gadget-kinds.ts';
import type { LiveDashboard } from './use-dashboard.ts';
import { useKeyboardMove } from './use-keyboard-move.ts';

export function createCards() {
  const hosts = new Map<string, CardHost>();
  return {
    of: (itemId: string) => hosts.get(itemId),
    /** Gadgets that this page added and that take the focus once they are there. */
    added: new Set<string>(),
    refresh() {
      for (const host of hosts.values()) host.refresh();
    },
    put(itemId: string, host: CardHost | null) {
      if (host) hosts.set(itemId, host);
      else hosts.delete(itemId);
    },
  };
}

export function DashboardGrid(props: {
  readonly host: Host;
  readonly live: LiveDashboard;
  readonly cards: ReturnType<typeof createCards>;
  readonly eager: boolean;
  readonly onDialog: (kind: 'gadget' | 'copy-gadget', itemId: string) => void;
}) {
  const { host, live, cards, eager, onDialog } = props;
  const move = useKeyboardMove(live);
  const { titleOf, suggest } = useTitles();
  const anonymous = use(AnonymousDashboard) !== null;
  const [fullId, setFullId] = useState<string | null>(null);
  const root = useRef<HTMLDivElement>(null);
  useFullScreen(root, fullId, () => setFullId(null));
  const putCard = usePutCard(root, cards);
  const { preview } = move;
  if (!preview) return null;
  const { id, editable, layout, items } = preview;
  const columns = columnsOf(preview).map(list => list.map(item => item.id));

  const actionsOf = (item: Item): CardActions => ({
    ...itemActions(host, live, item, onDialog),
    edit: () => {
      focusCard(root.current, item.id);
      cards.of(item.id)?.edit();
    },
    refresh: () => cards.of(item.id)?.refresh(),
    fullScreen: on => setFullId(on ? item.id : null),
    pickUp: () => {
      move.pickUp(item.id);
      // The menu item had the focus; arrow keys are handled on the handle.
      placeOf(root.current, item.id)
        ?.querySelector<HTMLElement>('.tb-gadget-card__handle')
        ?.focus();
    },
    step: move.step,
    drop: move.drop,
    cancel: move.cancel,
    drag: event => {
      const place = placeOf(root.current, item.id);
      if (!root.current || !place) return;
      startDrag({
        event: event.nativeEvent,
        handle: event.currentTarget,
        place,
        columns: [...root.current.querySelectorAll<HTMLElement>('.tb-dash__column')],
        onDrop: target => move.moveTo(item.id, target),
      });
    },
  });

  return (
    <div ref={root}>
      <p className="tb-hidden" aria-live="assertive">
        {move.announcement}
      </p>
      <CardPlaces columns={columns} layout={layout}>
        {itemId => {
          const item = items.find(each => each.id === itemId);
          if (!item) return null;
          const kind = kindOf(item.moduleKey);
          return (
            <GadgetCard
              item={item}
              title={anonymous ? (kind?.title ?? 'Gadget') : titleOf(item)}
              editable={editable}
              pickedUp={move.pickedUpId === itemId}
              full={fullId === itemId}
              actions={actionsOf(item)}
            >
              {kind ? (
                <CardBody
                  host={host}
                  dashboardId={id}
                  item={item}
                  kind={kind}
                  editable={editable}
                  eager={eager}
                  onCard={putCard}
                  onStored={live.refresh}
                  onTitle={live.expectTitle}
                  onSuggestion={title => suggest(itemId, title)}
                  onEditClosed={() => focusMenu(root.current, itemId)}
                />
              ) : (
                <p className="tb-gadget-card__unknown">
                  This gadget belongs to another app: <code>{item.moduleKey}</code>
                </p>
              )}
            </GadgetCard>
          );
        }}
      </CardPlaces>
    </div>
  );
}

/** Takes the host of a gadget, and gives a gadget that was added here the focus. */
const usePutCard = (root: RefObject<HTMLElement | null>, cards: ReturnType<typeof createCards>) =>
  useCallback(
    (itemId: string, card: CardHost | null) => {
      cards.put(itemId, card);
      if (card && cards.added.delete(itemId) && isFocusFree()) focusCard(root.current, itemId);
    },
    [root, cards],
  );

/** The actions that dialogs and the server carry out. */
const itemActions = (
  host: Host,
  live: LiveDashboard,
  item: Item,
  onDialog: (kind: 'gadget' | 'copy-gadget', itemId: string) => void,
) => ({
  rename: () => onDialog('gadget', item.id),
  copy: () => void copyItem(host, live, item),
  copyTo: () => onDialog('copy-gadget', item.id),
  remove: () => void removeItem(host, live, item),
});

const placeOf = (root: HTMLElement | null, itemId: string) =>
  root?.querySelector<HTMLElement>(`[data-item="${CSS.escape(itemId)}"]`) ?? null;

/** False if the reader went on to a gadget or a menu. */
const isFocusFree = () => !document.activeElement?.closest('article, dialog, [role="menu"]');

/** The form in the card then focuses its first field. */
function focusCard(root: HTMLElement | null, itemId: string): void {
  const body = placeOf(root, itemId)?.querySelector<HTMLElement>('.tb-gadget-card__body');
  body?.scrollIntoView({ block: 'nearest' });
  body?.focus({ preventScroll: true });
}

/** Returns the focus when the form that had it closes. */
function focusMenu(root: HTMLElement | null, itemId: string): void {
  const place = placeOf(root, itemId);
  if (place?.contains(document.activeElement))
    place.querySelector<HTMLElement>('[aria-haspopup="menu"]')?.focus();
}

/** Adds a copy with the same settings below the gadget. */
async function copyItem(host: Host, live: LiveDashboard, item: Item): Promise<void> {
  const { dashboard } = live;
  if (!dashboard) return;
  const { moduleKey, title, color, row, column } = item;
  try {
    const properties = await settingsOf(host, dashboard.id, item.id);
    const copy = { moduleKey, title, color, row: row + 1, column, properties };
    live.take(await addItem(host, dashboard.id, copy));
  } catch (error) {
    showProblem('The gadget could not be copied')(error);
  }
}

/** Deletes at once and offers Undo, which restores settings and place. */
async function removeItem(host: Host, live: LiveDashboard, item: Item): Promise<void> {
  const { dashboard } = live;
  if (!dashboard) return;
  const id = dashboard.id;
  try {
    const { deleted, ...now } = await deleteItem(host, id, item.id);
    live.take(now);
    const restore = () =>
      addItem(host, id, deleted).then(live.take, showProblem('The gadget could not be restored'));
    showFlag({
      kind: 'success',
      title: `${item.title} was deleted`,
      action: { label: 'Undo', onSelect: () => void restore() },
    });
  } catch (error) {
    showProblem('The gadget could not be deleted')(error);
  }
}

/** Makes everything behind a full-screen gadget inert; Escape leaves full screen. */
function useFullScreen(
  root: RefObject<HTMLElement | null>,
  fullId: string | null,
  onLeave: () => void,
): void {
  const leave = useRef(onLeave);
  leave.current = onLeave;
  useEffect(() => {
    if (fullId === null) return;
    const place = placeOf(root.current, fullId);
    const background = [
      ...document.querySelectorAll<HTMLElement>('.tb-brand, .tb-dash__head'),
      ...(root.current?.querySelectorAll<HTMLElement>('.tb-dash__place') ?? []),
    ].filter(element => element !== place);
    for (const element of background) element.inert = true;
    place?.querySelector('button')?.focus();
    // A dialog inside the gadget handles Escape first.
    const onKey = (event: KeyboardEvent) =>
      event.key === 'Escape' && !event.defaultPrevented && leave.current();
    window.addEventListener('keydown', onKey);
    return () => {
      window.removeEventListener('keydown', onKey);
      for (const element of background) element.inert = false;
      place?.querySelector<HTMLElement>('[aria-haspopup="menu"]')?.focus();
    };
  }, [fullId, root]);
}
