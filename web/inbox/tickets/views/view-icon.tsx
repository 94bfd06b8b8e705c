import Bell from "lucide-react/icons/bell";
import Bot from "lucide-react/icons/bot";
import Clock from "lucide-react/icons/clock";
import Flag from "lucide-react/icons/flag";
import Flame from "lucide-react/icons/flame";
import Heart from "lucide-react/icons/heart";
import Inbox from "lucide-react/icons/inbox";
import List from "lucide-react/icons/list";
import Star from "lucide-react/icons/star";
import Tag from "lucide-react/icons/tag";
import Users from "lucide-react/icons/users";
import Zap from "lucide-react/icons/zap";

const ICONS: Readonly<Record<string, typeof Bell>> = {
  list: List,
  star: Star,
  flame: Flame,
  flag: Flag,
  clock: Clock,
  bell: Bell,
  heart: Heart,
  zap: Zap,
  users: Users,
  bot: Bot,
  tag: Tag,
  inbox: Inbox,
};

/** The icon of a view; the list icon for an unknown name, which a later release may have added. */
export function ViewIcon({ name }: { readonly name: string }) {
  const Icon = ICONS[name] ?? List;
  return <Icon aria-hidden="true" />;
}
