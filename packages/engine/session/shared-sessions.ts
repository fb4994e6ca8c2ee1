import type { Instant } from '@tallyboard/core/time/units.ts';
import type { HostInfo } from '@tallyboard/hosts/host.ts';
import type { EngineCache } from './engine-cache.ts';
import { type Member, openRoom, type Room } from './shared-session.ts';

/** Frames of one page open within this time; who comes later learns of the site anew, and of who reads. */
const PAGE_MS = 10_000;

/** A room that could not be opened does so long for who opens meanwhile: as long as a try would wait. */
const FAILED_MS = 2_000;

export interface RoomsSettings {
  readonly now: () => Instant;
  readonly cache: Promise<EngineCache | null>;
  /** Frames that open together share a room; else each has its own. */
  readonly shared: boolean;
}

export interface Rooms {
  /** The room for a frame that starts; it leaves the one that it was in. */
  enter(member: Member, info: HostInfo, gadget: boolean): Room;
  /** The frame is closed. */
  leave(member: Member): void;
  readonly shared: boolean;
}

export function createRooms({ now, cache, shared }: RoomsSettings): Rooms {
  const ofMember = new Map<Member, Room>();
  /** The newest room of each kind of frame. */
  const newest = new Map<string, { readonly room: Room; readonly at: Instant }>();

  function leave(member: Member): void {
    const room = ofMember.get(member);
    ofMember.delete(member);
    room?.members.delete(member);
    if (room?.members.size === 0) room.close();
  }

  function find(key: string, former: Room | undefined): Room | null {
    const open = newest.get(key);
    // Who starts again wants to learn anew: the room that it comes from does not do.
    if (!shared || !open || open.room === former || open.room.members.size === 0) return null;
    return now() - open.at < PAGE_MS ? open.room : null;
  }

  return {
    shared,
    leave,
    enter(member, info, gadget) {
      const former = ofMember.get(member);
      const key = JSON.stringify([gadget, { ...info, dashboardItemId: null, gadget: null }]);
      const found = find(key, former);
      leave(member);
      const relearns = former !== undefined;
      const settings = { info, gadget, now, cache, relearns, ...(shared && { sharedMs: PAGE_MS }) };
      const room = found ?? openRoom(member, settings);
      room.members.add(member);
      ofMember.set(member, room);
      if (found === null) {
        newest.set(key, { room, at: now() });
        // Frames that open a moment after it failed would only ask the same again; who comes later does.
        const failed = () =>
          newest.get(key)?.room === room &&
          newest.set(key, { room, at: now() - PAGE_MS + FAILED_MS });
        room.session.catch(failed);
      }
      return room;
    },
  };
}
