import type { DataAge } from '@tallyboard/hosts/data-age.ts';
import { describeDataAge } from '@tallyboard/hosts/describe-data-age.ts';
import { useSession } from '../start/session.ts';

export default function Age({ age }: { readonly age: DataAge }) {
  const { zone, now } = useSession();
  return <p className="tb-frame__earlier">{describeDataAge(age, zone, now())}</p>;
}
