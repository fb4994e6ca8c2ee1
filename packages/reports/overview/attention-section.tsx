import { IssueKeys } from '@tallyboard/report-kit/figures/issue-keys.tsx';
import { FigureButton } from '@tallyboard/ui/figure/figure-button.tsx';
import { formatCount } from '@tallyboard/ui/text/numbers.ts';
import { ATTENTION_LISTS, type AttentionList } from './lists.ts';
import type { OverviewProps } from './view-props.ts';

/** The lists that have issues. */
export function AttentionSection(props: OverviewProps) {
  const lists = ATTENTION_LISTS.flatMap(list => {
    const figure = props.result.lists.find(each => each.id === list.id)?.figure;
    return figure && figure.issues.length > 0 ? [{ list, figure }] : [];
  });
  return (
    <section aria-labelledby="tb-overview-attention">
      <h3 id="tb-overview-attention" className="tb-toolbar tb-overview__head">
        Unresolved issues that need attention
      </h3>
      {lists.length === 0 ? (
        <p className="tb-quiet">No overdue, due, high-priority, flagged or blocked issues.</p>
      ) : (
        <dl className="tb-attention">
          {lists.map(({ list, figure }) => (
            <Line key={list.id} {...props} list={list} figure={figure} />
          ))}
        </dl>
      )}
    </section>
  );
}

type LineProps = OverviewProps & {
  readonly list: AttentionList;
  readonly figure: OverviewProps['result']['total'];
};

function Line({ list, figure, dataset, context, onDrill }: LineProps) {
  const open = () => onDrill({ title: list.title, reason: list.reason, figure });
  return (
    <div className={`tb-attention__line tb-attention__line--${list.id}`}>
      <dt data-tb-tooltip={list.reason}>
        {list.title}
        <FigureButton label={list.title} onOpen={open}>
          {formatCount(figure.value)}
        </FigureButton>
      </dt>
      <dd>
        <IssueKeys issues={figure.issues} dataset={dataset} context={context} onOpenAll={open} />
      </dd>
    </div>
  );
}
