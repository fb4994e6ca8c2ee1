import Starred from '@atlaskit/icon/core/star-starred';
import Unstarred from '@atlaskit/icon/core/star-unstarred';
import type { Host } from '@tallyboard/hosts/host.ts';
import { IconButton } from '@tallyboard/ui/controls/button.tsx';
import { showProblem } from '@tallyboard/ui/feedback/flags.tsx';
import type { DashboardSummary } from './dashboard.ts';
import { setFavourite } from './dashboards-api.ts';

export function FavoriteButton(props: {
  readonly host: Pick<Host, 'request'>;
  readonly dashboard: DashboardSummary;
  readonly onChanged: () => void;
}) {
  const { host, dashboard, onChanged } = props;
  const { id, name, favourite } = dashboard;
  return (
    <IconButton
      icon={favourite ? Starred : Unstarred}
      label={favourite ? `Remove ${name} from favorites` : `Add ${name} to favorites`}
      aria-pressed={favourite}
      onClick={() =>
        void setFavourite(host, id, !favourite).then(
          onChanged,
          showProblem('Favorites could not be changed'),
        )
      }
    />
  );
}
