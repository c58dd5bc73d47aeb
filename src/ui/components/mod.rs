//! Building blocks. They know no domain: what they show comes as text, numbers and callbacks.

mod button;
mod chart;
mod chip;
mod code_pane;
mod empty;
mod field;
mod file_button;
mod file_drop;
mod legend;
mod line_diff;
mod notice;
mod progress;
mod segmented;
mod split;
mod table;
mod tabs;
mod text_area;
mod virtual_list;

pub use button::{Button, Tone};
pub use chart::ChartFrame;
pub use chip::Chip;
pub use code_pane::{CodePane, PaneLine, PaneRow, PaneSides, PaneTone};
pub use empty::Empty;
pub use field::{Field, NumberField, SearchField, SelectField};
pub use file_button::FileButton;
pub use file_drop::{Dropped, FileDrop};
pub use legend::{ConditionMark, Legend};
pub use line_diff::{LineDiff, LineMark};
pub use notice::{Advice, NoticeTone};
pub use progress::{Figure, Progress};
pub use segmented::Segmented;
pub use split::Split;
pub use table::{Cell, Column, Table};
pub use tabs::{Tab, Tabs};
pub use text_area::TextArea;
pub use virtual_list::VirtualList;
