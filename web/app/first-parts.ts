/**
 * Small parts that the ticket page shares with others. Named here they come with the first file; left to the bundler
 * each would be a file of its own with a request of its own. They are loaded with the ticket page anyway.
 */
import "lucide-react/icons/download";
import "lucide-react/icons/ellipsis-vertical";
import "lucide-react/icons/eye";
import "lucide-react/icons/paperclip";
import "lucide-react/icons/pencil";
import "lucide-react/icons/play";
import "lucide-react/icons/plus";
import "lucide-react/icons/reply";
import "lucide-react/icons/rotate-ccw";
import "lucide-react/icons/search-x";
import "lucide-react/icons/send-horizontal";
import "lucide-react/icons/star";
import "lucide-react/icons/trash-2";
import "lucide-react/icons/user-plus";
import "#web/contacts/contact-cards.ts";
import "#web/contacts/contacts-api.ts";
import "#web/lib/fold.ts";
import "#web/messages/attachments.ts";
import "#web/messages/jump.ts";
import "#web/ui/callout.tsx";
import "#web/ui/chip.tsx";
import "#web/ui/progress-bar.tsx";
import "#web/ui/switch.tsx";
import "#web/ui/tabs.tsx";
import "#web/ui/text-field.tsx";
