// Empty: agalc's MSL includes this header, but does not use it.
#pragma once
