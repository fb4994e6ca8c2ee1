import './workflow-editor.css';
import AddIcon from '@atlaskit/icon/core/add';
import type { WorkflowDefinition } from '@tallyboard/core/flow/workflow-definition.ts';
import { Button } from '@tallyboard/ui/controls/button.tsx';
import { ChoiceField } from '@tallyboard/ui/controls/choice-field.tsx';
import { type Action, Menu } from '@tallyboard/ui/controls/menu.tsx';
import { TextField } from '@tallyboard/ui/controls/text-field.tsx';
import { type DragEvent, useId, useRef, useState } from 'react';
import {
  addColumn,
  categoryWorkflow,
  type EditorStatus,
  finishAt,
  moveColumn,
  moveStatus,
  type Place,
  removeColumn,
  renameColumn,
  sameName,
  startAt,
  unmappedOf,
  workflowProblem,
} from './edit-workflow.ts';

const MAX_COLUMNS = 50;

interface EditorProps {
  readonly value: WorkflowDefinition;
  /** Each name once. */
  readonly statuses: readonly EditorStatus[];
  readonly onChange: (workflow: WorkflowDefinition) => void;
}

/** Columns of statuses and the clock. Statuses are dragged, or moved by a menu or Alt and an arrow key. */
export function WorkflowEditor(props: EditorProps) {
  const { value, statuses, onChange } = props;
  const { columns, start, finish } = value;
  const [said, setSaid] = useState('');
  const places: readonly Place[] = [...columns.keys(), null];
  const nameOf = (place: Place) => (place === null ? NO_COLUMN : (columns[place]?.name ?? ''));
  const editor = useRef<HTMLDivElement>(null);
  const move = (status: string, to: Place) => {
    onChange(moveStatus(value, status, to));
    requestAnimationFrame(() => focusStatus(editor.current, status));
    setSaid(`${status} moved to ${nameOf(to)}.`);
  };
  const unmapped = unmappedOf(
    value,
    statuses.map(({ name }) => name),
  );
  const options = columns.map(({ name }) => ({ value: name, label: name }));
  return (
    <div ref={editor} className="tb-workflow">
      <div className="tb-workflow__clock">
        <ChoiceField
          label="Clock starts at"
          options={options}
          value={start}
          onChange={name => onChange(startAt(value, name))}
        />
        <ChoiceField
          label="Clock stops at"
          options={options}
          value={finish}
          onChange={name => onChange(finishAt(value, name))}
        />
        <Button appearance="subtle" onClick={() => onChange(categoryWorkflow(statuses))}>
          By status category
        </Button>
      </div>
      <ul className="tb-workflow__columns">
        {places.map(place => (
          <Column
            key={place}
            {...props}
            place={place}
            places={places}
            nameOf={nameOf}
            names={place === null ? unmapped : (columns[place]?.statuses ?? [])}
            onMove={move}
          />
        ))}
      </ul>
      <div className="tb-row">
        <Button
          icon={AddIcon}
          disabled={columns.length >= MAX_COLUMNS}
          onClick={() => onChange(addColumn(value))}
        >
          Add column
        </Button>
        <p className="tb-field__error" aria-live="polite">
          {workflowProblem(value)}
        </p>
      </div>
      <p className="tb-hidden" aria-live="polite">
        {said}
      </p>
    </div>
  );
}

const NO_COLUMN = 'No column';
const TYPE = 'text/x-tallyboard-status';

interface ColumnProps extends EditorProps {
  readonly place: Place;
  readonly places: readonly Place[];
  readonly nameOf: (place: Place) => string;
  readonly names: readonly string[];
  readonly onMove: (status: string, to: Place) => void;
}

function Column(props: ColumnProps) {
  const { value, place, names, nameOf, onMove, onChange } = props;
  const id = useId();
  const [over, setOver] = useState(false);
  const drop = {
    onDragOver(event: DragEvent) {
      if (!event.dataTransfer.types.includes(TYPE)) return;
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: () => setOver(false),
    onDrop(event: DragEvent) {
      event.preventDefault();
      setOver(false);
      const status = event.dataTransfer.getData(TYPE);
      if (status && !names.includes(status)) onMove(status, place);
    },
  };
  return (
    <li
      {...drop}
      className="tb-workflow__column"
      aria-labelledby={id}
      data-over={over || undefined}
      data-none={place === null || undefined}
    >
      <div className="tb-workflow__head">
        <span id={id} className={place === null ? 'tb-workflow__title' : 'tb-hidden'}>
          {nameOf(place)}
        </span>
        {place !== null && (
          <>
            <TextField
              label={`Name of column ${place + 1}`}
              hideLabel
              value={nameOf(place)}
              onChange={name => onChange(renameColumn(value, place, name))}
            />
            <Menu dots label={`Column ${nameOf(place)}`} actions={columnActions(props, place)} />
          </>
        )}
      </div>
      <Clock {...props} />
      <ul className="tb-workflow__statuses">
        {names.map(name => (
          <Status key={name} {...props} name={name} />
        ))}
      </ul>
      {names.length === 0 && (
        <p className="tb-quiet">{place === null ? 'All statuses have a column.' : 'No statuses'}</p>
      )}
    </li>
  );
}

function columnActions({ value, onChange }: ColumnProps, at: number): readonly Action[] {
  const { length } = value.columns;
  return [
    {
      id: 'left',
      label: 'Move left',
      disabled: at === 0,
      onSelect: () => onChange(moveColumn(value, at, -1)),
    },
    {
      id: 'right',
      label: 'Move right',
      disabled: at === length - 1,
      onSelect: () => onChange(moveColumn(value, at, 1)),
    },
    {
      id: 'remove',
      label: 'Remove column',
      disabled: length === 1,
      onSelect: () => onChange(removeColumn(value, at)),
    },
  ];
}

function Clock({ value: { columns, start, finish }, place }: ColumnProps) {
  if (place === null) return <p className="tb-workflow__mark">Counts nowhere</p>;
  const indexOf = (name: string) => columns.findIndex(column => column.name === name);
  const first = indexOf(start);
  const last = indexOf(finish);
  const words = [
    ...(place === first ? ['Clock starts'] : []),
    ...(place === last ? ['Clock stops'] : []),
  ];
  const runs = place > first && place < last;
  return (
    <p className="tb-workflow__mark" data-runs={runs || words.length > 0 || undefined}>
      {words.join(', ') || (runs ? 'Clock runs' : place < first ? 'Before the clock' : 'After it')}
    </p>
  );
}

/** A status as a menu of the columns that it can move to. */
function Status(props: ColumnProps & { readonly name: string }) {
  const { name, statuses, place, places, nameOf, onMove } = props;
  const category = statuses.find(each => sameName(each.name, name))?.category ?? 'none';
  const actions = places
    .filter(each => each !== place)
    .map(each => ({
      id: String(each),
      label: `Move to ${nameOf(each)}`,
      onSelect: () => onMove(name, each),
    }));
  return (
    <li
      className="tb-workflow__status"
      data-category={category}
      data-status={name}
      draggable
      onDragStart={event => {
        event.dataTransfer.setData(TYPE, name);
        event.dataTransfer.effectAllowed = 'move';
      }}
      onKeyDown={event => {
        if (!event.altKey || (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight')) return;
        event.preventDefault();
        const isRtl = getComputedStyle(event.currentTarget).direction === 'rtl';
        const to =
          places[places.indexOf(place) + ((event.key === 'ArrowRight') === isRtl ? -1 : 1)];
        if (to !== undefined) onMove(name, to);
      }}
    >
      <Menu label={name} actions={actions} />
    </li>
  );
}

/** The item of a status is a new one in its new column. */
function focusStatus(editor: Element | null, name: string): void {
  const items = [...(editor?.querySelectorAll<HTMLElement>('[data-status]') ?? [])];
  const item = items.find(each => each.dataset.status === name);
  item?.querySelector('button')?.focus();
}
