// Our MSL includes this, and uses nothing of it.
#pragma once
